/** What a file holds, by its content. The library is loaded on first use. */

import { errnoOf } from "pi-extension-core/errors";
import { type MediaKind, mediaKindOf } from "./media-name.ts";

export interface MediaType {
  readonly mime: string;
  /** Without dot. */
  readonly extension: string;
  /** Undefined for what is no image, sound or video. */
  readonly kind: MediaKind | undefined;
}

/** The type of the file, or undefined when its content is not recognised (text, raw PCM, an empty file) or it is gone. */
export async function detectMediaType(file: string): Promise<MediaType | undefined> {
  const { fileTypeFromFile } = await import("file-type");
  try {
    const type = await fileTypeFromFile(file);
    return type === undefined ? undefined : { mime: type.mime, extension: type.ext, kind: mediaKindOf(type.mime) };
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || isEndOfFile(error)) return undefined;
    throw error;
  }
}

/** A file that ends inside a header; the library reports it as an error of its own. */
function isEndOfFile(error: unknown): boolean {
  return error instanceof Error && error.name === "EndOfStreamError";
}
