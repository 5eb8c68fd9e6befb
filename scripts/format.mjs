/** `npm run format`: writes Biome's format and import order. */

import { spawnSync } from "node:child_process";
import { taskEnvironment } from "./setup/workspace.mjs";

const run = spawnSync("biome", ["check", "--write"], {
  stdio: "inherit",
  env: taskEnvironment(),
  shell: process.platform === "win32",
});
process.exitCode = run.status ?? 1;
