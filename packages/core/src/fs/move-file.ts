/** Gives a file another name without ever replacing one that is there. */

import { link, rename, unlink } from "node:fs/promises";
import { coreError, errnoOf } from "../errors/index.ts";
import { NO_LINKS } from "./publish-file.ts";
import { lstatOrAbsent } from "./symlinks.ts";

/**
 * Renames `from` to `to` on one file system. Of two callers that want the same name, one gets it.
 * @throws ALREADY_EXISTS when the name is taken; the file then keeps its old one. NOT_FOUND when there is no `from`
 */
export async function moveWithoutReplacing(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === "EEXIST") throw taken(to);
    if (errno === "ENOENT")
      throw coreError("NOT_FOUND", `${from} does not exist`, { cause: error, data: { path: from } });
    if (!NO_LINKS.has(errno ?? "")) throw error;
    // Without links, a look before the rename is the best there is; the window is one call wide.
    if ((await lstatOrAbsent(to)) !== undefined) throw taken(to);
    await rename(from, to);
    return;
  }
  await unlink(from);
}

const taken = (file: string) => coreError("ALREADY_EXISTS", `${file} already exists`, { data: { path: file } });
