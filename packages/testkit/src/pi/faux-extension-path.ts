/** Where the scripted model's extension lies; for code that starts Pi in a way of its own. */

import { fileURLToPath } from "node:url";

export const fauxExtensionPath: string = fileURLToPath(new URL("faux-extension.ts", import.meta.url));
