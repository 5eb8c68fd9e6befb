/** Where this package is installed: the folder above both `src` and `dist`, in which bundled code has no folders. */

import { fileURLToPath } from "node:url";

/** Absolute. */
export const packageFolder: string = fileURLToPath(new URL("..", import.meta.url));
