import { realpath, symlink } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { openSession } from "../../fixtures/runtime/open-session.ts";

it("owns the files of a workspace whose folder is reached through a link, as they are spelled there", async () => {
  const files = {
    "default.project.json": '{"name":"g","tree":{"$className":"DataModel","ServerStorage":{"$path":"src"}}}',
    "src/A.luau": "return 1",
  };
  const { ws } = await openSession(files);
  const cwd = ws.path("link");
  await symlink(ws.path("game"), cwd);
  const { session } = await openSession({}, { root: await realpath(cwd), cwd });
  for (const target of ["src/A.luau", path.join(cwd, "src", "A.luau"), ws.path("game/src/A.luau")])
    expect((await session.explain(target)).owner).toBe("rojo-owned");
});
