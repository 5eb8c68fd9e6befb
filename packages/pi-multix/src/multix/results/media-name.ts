/**
 * Which name a media file should have for what it holds. A provider chooses the container and the CLI copies the bytes
 * under the asked name, so `out.png` may hold JPEG. Pure.
 */

import path from "node:path";

export type MediaKind = "image" | "audio" | "video";

/** Extensions that name the same container: among them nothing is wrong. The first one is used for a new name. */
const CONTAINERS: readonly { readonly kind: MediaKind; readonly extensions: readonly string[] }[] = [
  { kind: "image", extensions: ["jpg", "jpeg", "jpe", "jfif"] },
  { kind: "image", extensions: ["png"] },
  { kind: "image", extensions: ["apng"] },
  { kind: "image", extensions: ["webp"] },
  { kind: "image", extensions: ["gif"] },
  { kind: "image", extensions: ["bmp"] },
  { kind: "image", extensions: ["tif", "tiff"] },
  { kind: "image", extensions: ["avif"] },
  { kind: "image", extensions: ["heic", "heif"] },
  // One container for sound and pictures: .m4a and .m4v only promise what is inside.
  { kind: "video", extensions: ["mp4", "m4v", "m4a", "mov", "3gp"] },
  { kind: "video", extensions: ["webm"] },
  { kind: "video", extensions: ["mkv"] },
  { kind: "video", extensions: ["avi"] },
  { kind: "audio", extensions: ["mp3"] },
  { kind: "audio", extensions: ["wav"] },
  { kind: "audio", extensions: ["flac"] },
  { kind: "audio", extensions: ["aac"] },
  { kind: "audio", extensions: ["aif", "aiff"] },
  { kind: "audio", extensions: ["ogg", "oga", "opus", "ogx", "ogv"] },
];

const containerOf = (extension: string) =>
  CONTAINERS.find((container) => container.extensions.includes(extension.toLowerCase()));

/**
 * The right file name, or undefined when the present one is right or was chosen on purpose: no extension, or one that
 * names no medium.
 * @param file a path in the platform's form
 * @param detectedExtension what the content is, without dot
 */
export function correctedName(
  file: string,
  detectedExtension: string,
  flavor: path.PlatformPath = path,
): string | undefined {
  const { dir, name, ext } = flavor.parse(file);
  const named = containerOf(ext.slice(1));
  const held = containerOf(detectedExtension);
  if (named === undefined || held === undefined || named === held) return undefined;
  return flavor.join(dir, `${name}.${held.extensions[0]}`);
}

/** Whether the name says what medium the content is: then a system's viewer takes it for that, and for nothing else. */
export function isNamedForContent(file: string, detectedExtension: string, flavor: path.PlatformPath = path): boolean {
  const named = containerOf(flavor.extname(file).slice(1));
  return named !== undefined && named === containerOf(detectedExtension);
}

/** The kind of medium, from a MIME type such as `audio/mpeg`; undefined for anything else. */
export function mediaKindOf(mime: string): MediaKind | undefined {
  const kind = mime.split("/")[0];
  return kind === "image" || kind === "audio" || kind === "video" ? kind : undefined;
}
