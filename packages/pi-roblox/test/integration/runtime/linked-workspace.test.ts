import { mkdtemp, realpath, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { systemClock } from "pi-extension-core/seams";
import { createWorkspace } from "testkit";
import { expect, it, onTestFinished } from "vitest";
import { RobloxSession } from "../../../src/runtime/session/roblox-session.ts";

it("owns the files of a workspace whose folder is reached through a link, as they are spelled there", async () => {
  const ws = await createWorkspace({
    files: {
      "default.project.json": '{"name":"g","tree":{"$className":"DataModel","ServerStorage":{"$path":"src"}}}',
      "src/A.luau": "return 1",
    },
  });
  onTestFinished(ws.cleanup);
  const aside = await mkdtemp(path.join(await realpath(tmpdir()), "link-"));
  const cwd = path.join(aside, "game");
  await symlink(ws.root, cwd);
  const session = new RobloxSession({
    root: await realpath(cwd),
    cwd,
    agentDir: path.join(aside, "agent"),
    configDirName: ".pi",
    env: {},
    platform: process.platform,
    clock: systemClock,
    approvalFlag: "--pi-roblox-approve",
    flagApproved: [],
  });
  onTestFinished(() => session.dispose());
  for (const target of ["src/A.luau", path.join(cwd, "src", "A.luau"), path.join(ws.root, "src", "A.luau")])
    expect((await session.explain(target)).owner).toBe("rojo-owned");
});
