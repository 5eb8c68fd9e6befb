/**
 * `npm run bench [-- name...] [--json FILE] [--rounds N]`: each figure beside a yardstick of the same run, as a ratio.
 * Prints Markdown; --json also writes the numbers.
 */

import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { benchmarks } from "./bench/benchmarks.mjs";
import { formatTable } from "./bench/format-table.mjs";
import { measure } from "./bench/measure.mjs";
import { fromUser } from "./setup/workspace.mjs";

const { values, positionals } = parseArgs({
  options: { json: { type: "string" }, rounds: { type: "string" } },
  allowPositionals: true,
});
const unknown = positionals.find((name) => !benchmarks.some((benchmark) => benchmark.name === name));
if (unknown !== undefined) {
  console.error(
    `There is no benchmark ${unknown}. Benchmarks: ${benchmarks.map((benchmark) => benchmark.name).join(", ")}`,
  );
  process.exit(2);
}
const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
if (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0)) {
  console.error(`--rounds takes a whole number above 0, not ${values.rounds}`);
  process.exit(2);
}

const results = [];
for (const benchmark of benchmarks) {
  if (positionals.length > 0 && !positionals.includes(benchmark.name)) continue;
  process.stderr.write(`${benchmark.name}: ${rounds ?? benchmark.rounds} rounds\n`);
  results.push(await measure(benchmark, rounds ?? benchmark.rounds));
}
console.log(formatTable(results));
if (values.json !== undefined) {
  const host = { node: process.version, platform: process.platform, arch: process.arch, cpus: availableParallelism() };
  writeFileSync(fromUser(values.json), `${JSON.stringify({ host, results }, null, 2)}\n`);
}
