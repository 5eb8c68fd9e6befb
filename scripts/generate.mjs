/** `npm run generate`: writes every generated file that is checked in. A test fails when one is not current. */

import { writeFileSync } from "node:fs";
import { generatedFiles } from "./generate/files.mjs";

for (const file of generatedFiles) {
  writeFileSync(file.path, await file.content());
  console.log(file.path);
}
