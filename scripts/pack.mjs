/** `npm run pack -- --out DIR`: the tarballs of the published packages in DIR, as npm would receive them. */

import { mkdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { packAll } from "./pack/pack-all.mjs";

const { values } = parseArgs({ options: { out: { type: "string" } } });
if (values.out === undefined) {
  console.error("usage: npm run pack -- --out DIR");
  process.exit(2);
}
// npm runs scripts at the root of the repository; a relative DIR is meant from where the user is.
const out = path.resolve(process.env["INIT_CWD"] ?? process.cwd(), values.out);
mkdirSync(out, { recursive: true });
for (const { name, file, sizeBytes } of packAll(out))
  console.log(`${name}  ${path.basename(file)}  ${(sizeBytes / 1024).toFixed(1)} kB`);
