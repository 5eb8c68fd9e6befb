/** Small real media files (packages/testkit/data/media): what a provider would send. */

import { readFileSync } from "node:fs";

const EXTENSIONS = {
  png: "png",
  jpeg: "jpg",
  webp: "webp",
  gif: "gif",
  mp4: "mp4",
  webm: "webm",
  mp3: "mp3",
  wav: "wav",
  flac: "flac",
  opus: "opus",
  aac: "aac",
  glb: "glb",
} as const;

export type Container = keyof typeof EXTENSIONS;

export const sampleMedia = (container: Container): Uint8Array =>
  readFileSync(new URL(`../../data/media/sample.${EXTENSIONS[container]}`, import.meta.url));

/** A quarter second of silence without a header, 16 bit at 8 kHz. */
export const samplePcm = (): Uint8Array => new Uint8Array(4000);
