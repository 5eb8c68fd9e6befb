/**
 * Paths as SYNC.json may write them: inside the project root, with forward slashes, the same on every platform. `./a.md`
 * and `x/../a.md` are brought to `a.md`. Lexical: a symbolic link is an ordinary project file. Pure.
 */

import { posix } from "node:path";
import { type CodedError, isCodedError } from "pi-extension-core/errors";
import { resolveInside } from "pi-extension-core/fs";
import { sychError } from "../errors.ts";

/** Characters that could make a path look like another one, or like more than a path, wherever it is shown. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** In UTF-16 units. Reports repeat paths many times, and a model reads them. */
export const MAX_PATH_LENGTH = 1024;

export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}

/** Any root will do: only what is relative to it matters. */
const ROOT = "/project";

/**
 * @returns the path relative to the project root.
 * @throws PATH_OUTSIDE_ROOT, PATH_UNSAFE, MANIFEST_INVALID (empty, too long, the root itself, a folder, characters that no
 *   name should have)
 */
function normaliseArtifactPath(path: string): string {
  const refuse = (reason: string): CodedError => sychError("MANIFEST_INVALID", reason);
  if (path.length > MAX_PATH_LENGTH)
    throw refuse(`the path has ${path.length} characters, the limit is ${MAX_PATH_LENGTH}`);
  if (hasInvisible(path)) throw refuse(`${JSON.stringify(path)} holds a control or direction character`);
  // It would be written to disk as another character, so two such names would be one file.
  if (!path.isWellFormed()) throw refuse(`${JSON.stringify(path)} holds half of a surrogate pair`);
  if (path.trim() === "") throw refuse("the path is empty");
  if (posix.isAbsolute(path))
    throw refuse(`${JSON.stringify(path)} is absolute; write it relative to the project root`);
  const { relative } = resolveInside(ROOT, path, posix);
  if (relative === ".") throw refuse(`${JSON.stringify(path)} is the project root, not a file`);
  if (path.endsWith("/")) throw refuse(`${JSON.stringify(path)} names a folder; track its files one by one`);
  return relative;
}

/** The same for callers that collect problems instead of throwing. */
export function tryNormaliseArtifactPath(path: string): { path: string } | { problem: string } {
  try {
    return { path: normaliseArtifactPath(path) };
  } catch (error) {
    if (!isCodedError(error)) throw error;
    return { problem: error.message };
  }
}
