import { createFakeClock } from "testkit";
import { describe, expect, it } from "vitest";
import { RequireKeeper } from "../../../../src/runtime/inspect/require-keeper.ts";
import { instance, linux, mapOf } from "../../../fixtures/ownership/resolve/evidence.ts";

const A = "/p/A.luau";
const B = "/p/B.luau";
const map = mapOf("project", [instance("S.A", { sourceFile: A }), instance("S.B", { sourceFile: B })]);

/** A keeper over files in memory that counts how often each was looked at. */
function keeperOf(files: Record<string, string>) {
  const looks = new Map<string, number>();
  const clock = createFakeClock(1_000_000);
  const keeper = new RequireKeeper({
    root: "/p",
    naming: linux,
    clock,
    reader: {
      stat: (file) => {
        looks.set(file, (looks.get(file) ?? 0) + 1);
        const text = files[file];
        return Promise.resolve(text === undefined ? undefined : { sizeBytes: text.length, modifiedAtMs: 1 });
      },
      read: (file) => Promise.resolve(Buffer.from(files[file] ?? "")),
    },
  });
  const requiredBy = async () => (await keeper.requiresOf(B, map, undefined)).into.map(({ file }) => file);
  return { keeper, clock, requiredBy, looks, files };
}

describe("RequireKeeper", () => {
  it("knows who requires a script, and looks at the others only once in a while", async () => {
    const { requiredBy, looks } = keeperOf({ [A]: "return require(script.Parent.B)", [B]: "return 1" });
    expect(await requiredBy()).toEqual([A]);
    const before = looks.get(A);
    expect(await requiredBy()).toEqual([A]);
    expect(looks.get(A)).toBe(before);
  });

  it("reads the script in question each time", async () => {
    const { keeper, files } = keeperOf({ [A]: "return 1", [B]: "return 1" });
    expect((await keeper.requiresOf(B, map, undefined)).out).toEqual([]);
    files[B] = "return require(script.Parent.A)";
    expect((await keeper.requiresOf(B, map, undefined)).out).toHaveLength(1);
  });

  it("sees a file that a tool has written at once", async () => {
    const { keeper, requiredBy, files } = keeperOf({ [A]: "return 1", [B]: "return 1" });
    expect(await requiredBy()).toEqual([]);
    files[A] = "return require(script.Parent.B)";
    await keeper.noteWritten(A);
    expect(await requiredBy()).toEqual([A]);
  });

  it("looks at everything after a write that names no file", async () => {
    const { keeper, requiredBy, files } = keeperOf({ [A]: "return 1", [B]: "return 1" });
    expect(await requiredBy()).toEqual([]);
    files[A] = "return require(script.Parent.B)";
    keeper.noteWrites();
    expect(await requiredBy()).toEqual([A]);
  });

  it("says how old the look at the others is, and renews it in the background", async () => {
    const { keeper, clock, requiredBy, files } = keeperOf({ [A]: "return 1", [B]: "return 1" });
    await requiredBy();
    clock.advance(5000);
    files[A] = "return require(script.Parent.B)";
    expect((await keeper.requiresOf(B, map, undefined)).ageMs).toBe(5000);
    await keeper.settled();
    expect(await requiredBy()).toEqual([A]);
  });
});
