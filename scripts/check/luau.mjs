/**
 * Format (StyLua) and lint (selene, where it was built) of the Luau sources: `node scripts/check/luau.mjs [--write]`.
 * `--write` formats the files instead of naming those that are not. Exit 1 when something is wrong.
 */

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Config, formatCode, LuaVersion, OutputVerification } from "@johnnymorganz/stylua";
import { seleneVersion } from "../../packages/testkit/src/programs/outside-program.ts";
import { toolProgram } from "../../packages/testkit/src/programs/tool-cache.ts";

const FOLDER = "packages/testkit/src/studio/luau";

function sources() {
  return readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".luau"))
    .map((file) => path.join(FOLDER, file));
}

/** @param {string} source */
function formatted(source) {
  // A Config is used up by the call that gets it.
  const config = Config.new();
  config.syntax = LuaVersion.Luau;
  return formatCode(source, config, undefined, OutputVerification.None);
}

/** @param {boolean} isWriting @returns {string[]} problems */
function checkFormat(isWriting) {
  const problems = [];
  for (const file of sources()) {
    const source = readFileSync(file, "utf8").replaceAll("\r\n", "\n");
    try {
      const result = formatted(source);
      if (result === source) continue;
      if (isWriting) writeFileSync(file, result);
      else problems.push(`${file}: is not as StyLua formats it; run node scripts/check/luau.mjs --write`);
    } catch (error) {
      problems.push(`${file}: ${String(error)}`);
    }
  }
  return problems;
}

/** @returns {string[]} problems */
function lint() {
  const selene = toolProgram("selene", seleneVersion);
  if (!existsSync(selene)) {
    console.log(`selene ${seleneVersion} is not there: not linted`);
    return [];
  }
  const run = spawnSync(selene, ["--display-style", "quiet", "--no-summary", "."], { cwd: FOLDER, encoding: "utf8" });
  if (run.status === 0) return [];
  return `${run.stdout}${run.stderr}`.split("\n").filter((line) => line !== "");
}

const problems = [...checkFormat(process.argv.includes("--write")), ...lint()];
for (const problem of problems) console.error(problem);
console.log(`${sources().length} Luau files, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
