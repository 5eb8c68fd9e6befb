/** `npm run format`: writes Biome's format and import order. */

import { localProgram } from "./setup/local-program.mjs";
import { endLike, runChild } from "./setup/run-child.mjs";
import { root, taskEnvironment } from "./setup/workspace.mjs";

const { file, args } = localProgram("@biomejs/biome", "biome");
const command = [...args, "check", "--write", ...process.argv.slice(2)];
endLike(await runChild(file, command, { cwd: root, env: taskEnvironment(), output: "show" }));
