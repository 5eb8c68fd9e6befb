/** `pnpm check`: the rules of docs/architecture.md that concern files and imports, over every tracked or new file. */

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { checkFile } from "./files.mjs";
import { checkImports } from "./imports.mjs";

const BINARY = /\.(png|jpg|gif|webp|zst|bin|rbxm|rbxl|lock)$|pnpm-lock\.yaml$/;

const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
  maxBuffer: 64 << 20,
});
const paths = listed.split("\0").filter((path) => path !== "" && !BINARY.test(path) && existsSync(path));
const problems = paths.flatMap((path) => {
  const text = readFileSync(path, "utf8");
  return [...checkFile(path, text), ...checkImports(path, text)];
});

for (const problem of problems) console.error(problem);
console.log(`${paths.length} files, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
