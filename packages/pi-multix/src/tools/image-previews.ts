/** Generated images as content that the model sees: scaled down by Pi's own resize, few and small. */

import { resizeImage } from "@earendil-works/pi-coding-agent";
import type { ImageBlock } from "pi-adapter";
import { isCodedError } from "pi-extension-core/errors";
import { readRegularFile } from "pi-extension-core/fs";
import type { OutputFile } from "../multix/results/collect-outputs.ts";

const MAX_PREVIEWS = 4;
const MAX_SOURCE_BYTES = 40_000_000;
const LIMITS = { maxWidth: 1024, maxHeight: 1024, maxBytes: 400_000 };
/** What models and Pi's resize take. */
const SUPPORTED = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);

async function previewOf({ path, type }: OutputFile): Promise<ImageBlock | undefined> {
  if (type === undefined || !SUPPORTED.has(type.mime)) return undefined;
  let bytes: Buffer;
  try {
    bytes = await readRegularFile(path, MAX_SOURCE_BYTES);
  } catch (error) {
    // Too large to decode, or taken away meanwhile: the path is still in the result.
    if (isCodedError(error)) return undefined;
    throw error;
  }
  const resized = await resizeImage(bytes, type.mime, LIMITS);
  return resized === null ? undefined : { type: "image", data: resized.data, mimeType: resized.mimeType };
}

/** At most four, in the order of the files; a file that cannot be shown is left out. The same bytes are shown once. */
export async function imagePreviews(files: readonly OutputFile[]): Promise<ImageBlock[]> {
  const blocks: ImageBlock[] = [];
  for (const file of files) {
    if (blocks.length === MAX_PREVIEWS) break;
    const block = file.role === "thumbnail" ? undefined : await previewOf(file);
    if (block !== undefined && !blocks.some(({ data }) => data === block.data)) blocks.push(block);
  }
  return blocks;
}
