import { symlink } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { inspect } from "../../../src/runtime/inspect/inspect-service.ts";
import { type OpenedSession, openSession } from "../../fixtures/runtime/open-session.ts";

const files = {
  "default.project.json": '{"name":"g","tree":{"$className":"DataModel","ServerStorage":{"$path":"src"}}}',
  "src/A.luau": 'local B = require("./B")\r\nreturn B\r\n',
  "src/B.luau": "return {}\n",
  "src/.env": "API_KEY=canary",
};

async function look({ session }: OpenedSession, target: string, maxChars = 1000) {
  return inspect(session, await session.requireKeeper(), { target, firstLine: undefined, maxChars }, undefined);
}

describe("inspect", () => {
  it("gives the text, its hash, and requires in both directions", async () => {
    const opened = await openSession(files);
    const a = await look(opened, "game.ServerStorage.A");
    expect(a).toMatchObject({ file: "src/A.luau", requires: [{ line: 1, leadsTo: ["src/B.luau"] }] });
    expect(a.content?.fingerprint).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect((await look(opened, "src/B.luau")).requiredBy).toMatchObject([{ file: "src/A.luau", line: 1 }]);
  });

  it("gives no content of files that hold keys, that are links, or that lie outside", async () => {
    const opened = await openSession({ ...files, "../outside.luau": "return 'canary'" });
    await symlink(opened.ws.path("outside.luau"), opened.ws.path("game/src/Link.luau"));
    for (const target of ["src/.env", "src/Link.luau", opened.ws.path("outside.luau")]) {
      const answer = await look(opened, target);
      expect(answer.content).toBeUndefined();
      expect(JSON.stringify(answer)).not.toContain("canary");
    }
  });

  it("cuts what is longer than asked for, and still hashes all of it", async () => {
    const opened = await openSession({ ...files, "src/Long.luau": "local x = 1\n".repeat(1000) });
    const [short, long] = [await look(opened, "src/Long.luau", 100), await look(opened, "src/Long.luau", 100_000)];
    expect(short.content?.isPartial).toBe(true);
    expect(short.content?.text.length).toBeLessThanOrEqual(100);
    expect(short.content?.fingerprint).toBe(long.content?.fingerprint);
  });

  it("lists the children of a folder, and answers for what does not exist", async () => {
    const opened = await openSession(files);
    expect((await look(opened, "game.ServerStorage")).children.map(({ name }) => name)).toEqual(["A", "B"]);
    expect(await look(opened, "src/None.luau")).toMatchObject({
      ownership: { owner: "rojo-owned" },
      content: undefined,
    });
  });
});
