/** Every checked-in file that is generated from code: path from the repository root, and its content. */

import { errorsPage } from "./errors.mjs";

/** @type {{path: string, content: () => string | Promise<string>}[]} */
export const generatedFiles = [{ path: "docs/errors.md", content: errorsPage }];
