/** Every checked-in file that is generated from code: path from the repository root, and its content. */

import { errorsPage } from "./errors.mjs";
import { providerMatrixPage } from "./provider-matrix.mjs";
import { robloxSchemaFile } from "./roblox-schema.mjs";

/** @type {{path: string, content: () => string | Promise<string>}[]} */
export const generatedFiles = [
  { path: "docs/errors.md", content: errorsPage },
  { path: "docs/pi-multix/provider-matrix.md", content: providerMatrixPage },
  { path: "packages/pi-roblox/schemas/roblox.schema.json", content: robloxSchemaFile },
];
