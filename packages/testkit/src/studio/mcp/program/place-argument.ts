/** What `--place PATH` means. */

import { stat } from "node:fs/promises";
import path from "node:path";
import type { PlaceContent } from "../place-source.ts";

/** A file of a place or model, or else a Rojo project by its file or folder. @throws the error of Node for no such path */
export async function placeSourceAt(location: string): Promise<PlaceContent> {
  const absolute = path.resolve(location);
  const isFolder = (await stat(absolute)).isDirectory();
  return !isFolder && /\.rbx[lm]x$/i.test(absolute) ? { file: absolute } : { project: absolute };
}
