/**
 * `npm run bench [-- name...] [--json FILE] [--rounds N]`: each figure beside a yardstick of the same run, as a ratio.
 * Prints Markdown; --json also writes the numbers.
 */

import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { benchmarks } from "./bench/benchmarks.mjs";
import { formatTable } from "./bench/format-table.mjs";
import { measure } from "./bench/measure.mjs";

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

const results = [];
for (const benchmark of benchmarks) {
  if (positionals.length > 0 && !positionals.includes(benchmark.name)) continue;
  const rounds = values.rounds === undefined ? benchmark.rounds : Number(values.rounds);
  process.stderr.write(`${benchmark.name}: ${rounds} rounds\n`);
  results.push(await measure(benchmark, rounds));
}
console.log(formatTable(results));
if (values.json !== undefined) {
  writeFileSync(
    path.resolve(process.env["INIT_CWD"] ?? process.cwd(), values.json),
    `${JSON.stringify(results, null, 2)}\n`,
  );
}
