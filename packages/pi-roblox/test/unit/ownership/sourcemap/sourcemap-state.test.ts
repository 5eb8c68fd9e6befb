import { describe, expect, it } from "vitest";
import { BELIEVE_LOSS_AFTER_MS } from "../../../../src/ownership/sourcemap/judge-sourcemap.ts";
import { SourcemapState } from "../../../../src/ownership/sourcemap/sourcemap-state.ts";
import { folder, linuxMap, module, place, write } from "../../../fixtures/ownership/sourcemap/sourcemap-text.ts";

const full = write(
  place(
    folder("Packages", module("A", "Packages/A.luau"), module("B", "Packages/B.luau")),
    module("Main", "Main.luau"),
  ),
);
const shrunken = write(place(module("Main", "Main.luau")));

const facts = (onDisk: readonly string[], isProjectChanged = false) => ({
  isProjectChanged,
  isOnDisk: (file: string) => Promise.resolve(onDisk.includes(file)),
});
const allThere = facts(["/p/Packages/A.luau", "/p/Packages/B.luau", "/p/Main.luau"]);

const loaded = async (options = linuxMap): Promise<SourcemapState> => {
  const state = new SourcemapState(options);
  await state.offer(full, 1000, allThere);
  return state;
};
const sees = (state: SourcemapState, ...path: string[]): boolean => (state.index?.at(path).length ?? 0) > 0;

describe("the sourcemap that is believed", () => {
  it("is none, with a reason, before the first", () => {
    const state = new SourcemapState(linuxMap);
    expect(state.index).toBeUndefined();
    expect(state.problem).toBeDefined();
  });

  it("is the first whole one", async () => {
    const state = await loaded();
    expect(state.index).toMatchObject({ size: 5, observedAtMs: 1000, staleBecause: undefined });
    expect(state.problem).toBeUndefined();
  });

  it.each([
    ["is torn", full.slice(0, -20)],
    ["is empty", ""],
    ["is null", "null"],
    ["has the wrong shape", "[]"],
    ["lost a branch whose files are there", shrunken],
  ])("stays the old one, as stale, when the next %s, and recovers with a whole one", async (_title, text) => {
    const state = await loaded();
    const outcome = await state.offer(text, 2000, allThere);
    expect(outcome.isBelieved).toBe(false);
    expect(state.index?.observedAtMs).toBe(1000);
    expect(state.index?.staleBecause).toBe(outcome.because);
    expect(state.problem).toBe(outcome.because);
    expect(sees(state, "Packages", "A")).toBe(true);
    expect(state.index?.ofFile("/p/Packages/A.luau")).toHaveLength(1);

    await state.offer(full, 3000, allThere);
    expect(state.index).toMatchObject({ observedAtMs: 3000, staleBecause: undefined });
    expect(state.problem).toBeUndefined();
  });

  it("is the smaller one when the lost files are gone from disk", async () => {
    const state = await loaded();
    await state.offer(shrunken, 2000, facts(["/p/Main.luau"]));
    expect(state.index).toMatchObject({ size: 2, staleBecause: undefined });
  });

  it("stays the old one when only some of the lost files are gone", async () => {
    const state = await loaded();
    await state.offer(shrunken, 2000, facts(["/p/Packages/B.luau"]));
    expect(state.index?.staleBecause).toContain("/p/Packages/B.luau");
  });

  it("is the smaller one when a project file changed, which may unmap files", async () => {
    const state = await loaded();
    await state.offer(shrunken, 2000, facts(["/p/Packages/A.luau"], true));
    expect(state.index?.size).toBe(2);
  });

  it("is the smaller one after it has shown the same loss for long, not before", async () => {
    const state = await loaded();
    await state.offer(shrunken, 2000, allThere);
    await state.offer(shrunken, 2000 + BELIEVE_LOSS_AFTER_MS - 1, allThere);
    expect(state.index?.size).toBe(5);
    await state.offer(shrunken, 2000 + BELIEVE_LOSS_AFTER_MS, allThere);
    expect(state.index).toMatchObject({ size: 2, staleBecause: undefined });
  });

  it("waits anew when the loss is another", async () => {
    const state = await loaded();
    await state.offer(shrunken, 2000, allThere);
    await state.offer(write(place(folder("Packages"), module("Other", "o.luau"))), 20_000, allThere);
    await state.offer(shrunken, 2000 + BELIEVE_LOSS_AFTER_MS, allThere);
    expect(state.index?.size).toBe(5);
  });

  it("stays when an instance moves to another path, as its file is still mapped", async () => {
    const state = await loaded();
    await state.offer(
      write(
        place(
          folder("Moved", module("A", "Packages/A.luau"), module("B", "Packages/B.luau")),
          module("Main", "Main.luau"),
        ),
      ),
      2000,
      allThere,
    );
    expect(sees(state, "Moved", "A")).toBe(true);
    expect(state.problem).toBeUndefined();
  });

  it("is none, with a reason, when the first is null or torn", async () => {
    for (const text of ["null", "{"]) {
      const state = new SourcemapState(linuxMap);
      await state.offer(text, 1, allThere);
      expect(state.index).toBeUndefined();
      expect(state.problem).toBeDefined();
    }
  });

  it("is none when scripts alone are listed and all are really gone", async () => {
    const state = await loaded({ ...linuxMap, includesNonScripts: false });
    await state.offer("null", 2000, facts([]));
    expect(state.index).toBeUndefined();
    expect(state.problem).toBeDefined();
  });

  it("stays in doubt when rojo was asked before the doubt arose", async () => {
    const state = await loaded();
    state.doubt("Main.luau changed", 5000);
    expect(state.index?.staleBecause).toBe("Main.luau changed");
    await state.offer(full, 4000, allThere);
    expect(state.index?.staleBecause).toBe("Main.luau changed");
    await state.offer(full, 5000, allThere);
    expect(state.index?.staleBecause).toBeUndefined();
  });

  it("judges offers one after the other, however long the look at the disk takes", async () => {
    const state = await loaded();
    const slow = {
      isProjectChanged: false,
      isOnDisk: () => new Promise<boolean>((resolve) => setImmediate(resolve, true)),
    };
    await Promise.all([state.offer(shrunken, 2000, slow), state.offer(full, 3000, allThere)]);
    expect(state.index).toMatchObject({ observedAtMs: 3000, staleBecause: undefined });
  });
});
