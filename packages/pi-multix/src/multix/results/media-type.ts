/** What a file holds, by its content. The library is loaded on first use. */

import { hasCode } from "pi-extension-core/errors";
import { openRegularFile } from "pi-extension-core/fs";
import { type MediaKind, mediaKindOf } from "./media-name.ts";

export interface MediaType {
  readonly mime: string;
  /** Without dot. */
  readonly extension: string;
  /** Undefined for what is no image, sound or video. */
  readonly kind: MediaKind | undefined;
}

/** Enough for every signature, also behind a picture in the tags of a sound file. */
const MAX_HEAD_BYTES = 4 * 1024 * 1024;

async function readHead(file: string): Promise<Uint8Array> {
  const { handle, stat } = await openRegularFile(file);
  try {
    const head = Buffer.allocUnsafe(Math.min(Number(stat.size), MAX_HEAD_BYTES));
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * The type of the file, or undefined when its content is not recognised (text, raw PCM, an empty file) or it is gone.
 * @throws FILE_INVALID for what is no regular file
 */
export async function detectMediaType(file: string): Promise<MediaType | undefined> {
  // Not fileTypeFromFile: it imports a package at run time that a bundler cannot see.
  const { fileTypeFromBuffer } = await import("file-type");
  let head: Uint8Array;
  try {
    head = await readHead(file);
  } catch (error) {
    if (hasCode(error, "NOT_FOUND")) return undefined;
    throw error;
  }
  const type = await fileTypeFromBuffer(head);
  return type === undefined ? undefined : { mime: type.mime, extension: type.ext, kind: mediaKindOf(type.mime) };
}
