/** `npm run pack -- --out DIR`: the tarballs of the published packages in DIR, as npm would receive them. */

import { mkdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { packAll } from "./pack/pack-all.mjs";
import { fromUser } from "./setup/workspace.mjs";

const { values } = parseArgs({ options: { out: { type: "string" } } });
if (values.out === undefined) {
  console.error("usage: npm run pack -- --out DIR");
  process.exit(2);
}
const out = fromUser(values.out);
mkdirSync(out, { recursive: true });
for (const { name, file, sizeBytes } of packAll(out))
  console.log(`${name}  ${path.basename(file)}  ${(sizeBytes / 1024).toFixed(1)} kB`);
