/** How the CLI writes results: under its own name into the output folder, and a plain copy of the bytes to `--output`. */

import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { type Container, sampleMedia } from "./sample-media.ts";
import type { Session } from "./session.ts";

/** Writes `bytes`; parent folders are made, an existing file is replaced, a folder is an error. */
export function writeResult(session: Session, path: string, bytes: Uint8Array): void {
  if (session.behaviour.writeNothing === true) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

/** A file of the container that the provider chose, in the output folder. @returns its absolute path */
export function saveSample(session: Session, name: string, container: Container): string {
  const path = join(session.outputFolder(), name);
  writeResult(session, path, sampleMedia(container));
  return path;
}

/** A byte copy, whatever `output` is called; relative paths start at the working directory. */
export function copyResult(session: Session, from: string, output: string): string {
  const path = resolve(output);
  if (session.behaviour.writeNothing === true) return path;
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(from, path);
  return path;
}

/** `clip.mp4` -> `clip_thumb.jpg`. */
const thumbnailPath = (video: string): string => `${video.slice(0, video.length - extname(video).length)}_thumb.jpg`;

/** The preview image beside a video, and beside its copy, unless `--no-thumb`. */
export function saveThumbnails(session: Session, video: string, copy?: string): void {
  if (session.isOff("thumb") || session.behaviour.noThumbnails === true) return;
  if (!session.call.command.options.some((option) => option.flags === "--no-thumb")) return;
  const path = thumbnailPath(video);
  writeResult(session, path, sampleMedia("jpeg"));
  session.success(`Saved thumb ${path}`);
  if (copy !== undefined) session.success(`Copied thumb to ${copyResult(session, path, thumbnailPath(copy))}`);
}
