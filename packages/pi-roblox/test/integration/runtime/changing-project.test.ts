import path from "node:path";
import { outsideProgram } from "testkit";
import { describe, expect, it } from "vitest";
import { openSession } from "../../fixtures/runtime/open-session.ts";

const tree = '"tree":{"$className":"DataModel","ServerStorage":{"$path":"src"}}';
const good = `{"name":"g",${tree}}`;

describe("a project that changes while the session runs", () => {
  it("is used once it is corrected, without a new session", async () => {
    const { session, ws } = await openSession({ "default.project.json": '{"name":"g","tre":{}}', "src/A.luau": "" });
    await session.start(undefined);
    expect(session.reports.find(({ name }) => name === "project")).toMatchObject({ state: "failed" });
    expect((await session.explain("game.ServerStorage.A")).owner).toBe("ownership-unresolved");
    await ws.write("game/default.project.json", good);
    expect((await session.explain("game.ServerStorage.A")).owner).toBe("rojo-owned");
  });

  it("is found once it is made", async () => {
    const { session, ws } = await openSession({ "src/A.luau": "" });
    await session.start(undefined);
    expect(await session.rojoParts()).toBeUndefined();
    await ws.write("game/default.project.json", good);
    expect((await session.explain("src/A.luau")).owner).toBe("rojo-owned");
  });

  it("is followed: new, removed and renamed files, folders and rules", async () => {
    const { session, ws } = await openSession({ "default.project.json": good, "src/A.luau": "" });
    const ownerOf = async (target: string) => (await session.explain(target)).owner;
    expect(await ownerOf("game.ServerStorage.B.C")).toBe("ambiguous-rojo-scope");
    await ws.write("game/src/B/C.luau", "");
    expect(await ownerOf("game.ServerStorage.B.C")).toBe("rojo-owned");
    await ws.write("game/default.project.json", `{"name":"g","globIgnorePaths":["**/B"],${tree}}`);
    expect(await ownerOf("game.ServerStorage.B.C")).toBe("ambiguous-rojo-scope");
    expect(await ownerOf("src/B/C.luau")).toBe("filesystem-unmapped");
  });

  it("tells at once what a file that does not exist yet would become", async () => {
    const { session } = await openSession({ "default.project.json": good, "src/A.luau": "" });
    const answer = await session.explain("src/New/init.server.luau");
    expect(answer.owner).toBe("rojo-owned");
    expect(answer.instances.map((one) => [one.path.join("."), one.className])).toEqual([
      ["ServerStorage.New", "Script"],
    ]);
  });

  const rojo = outsideProgram("rojo", "7.6.1");
  it.skipIf(rojo === undefined)("is mapped by the rules of the Rojo in use [needs rojo 7.6.1]", async () => {
    const rules = '"globIgnorePaths":["**/*.spec.luau","!**/keep.spec.luau"]';
    const files = { "default.project.json": `{"name":"g",${rules},${tree}}`, "src/keep.spec.luau": "" };
    const env = { PATH: path.dirname(rojo ?? "") };
    const { session } = await openSession(files, { env });
    expect((await session.explain("src/keep.spec.luau")).owner).toBe("rojo-owned");
    await (await session.requireRojo()).rojo.check();
    // Before 7.7 the exclamation mark is part of the pattern.
    expect((await session.explain("src/keep.spec.luau")).owner).toBe("filesystem-unmapped");
  });
});
