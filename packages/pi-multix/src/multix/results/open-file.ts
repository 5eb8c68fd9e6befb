/**
 * Opens a result in the viewer that the system has for it. Only images, sound and video under a name of their own kind:
 * systems choose the program by the name, and some names are programs.
 */

import { multixError } from "../../errors.ts";
import { isNamedForContent } from "./media-name.ts";
import { detectMediaType } from "./media-type.ts";

/** @param file absolute path */
async function isViewable(file: string): Promise<boolean> {
  const type = await detectMediaType(file);
  return type !== undefined && isNamedForContent(file, type.extension);
}

/**
 * Opens the first of the files that is viewable. The viewer outlives Pi.
 * @param files absolute paths
 * @returns the path, or undefined when none is viewable
 * @throws VIEWER_FAILED when the system has no way to open a file
 */
export async function openFirstViewable(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    if (!(await isViewable(file))) continue;
    const { default: open } = await import("open");
    try {
      await open(file);
    } catch (cause) {
      throw multixError("VIEWER_FAILED", `The system did not open ${file}`, {
        hint: "Open it yourself; on Linux, install xdg-utils to have /multix open do it.",
        cause,
      });
    }
    return file;
  }
  return undefined;
}
