/**
 * Paths as SYNC.json may write them: inside the project root, with forward slashes, the same on every platform. `./a.md`
 * and `x/../a.md` are brought to `a.md`. Lexical: a symbolic link is an ordinary project file. Pure.
 */

import { posix } from "node:path";
import { type CodedError, isCodedError } from "pi-extension-core/errors";
import { resolveInside } from "pi-extension-core/fs";
import { sychError } from "../errors.ts";

/** Characters that could make a path look like another one, or like more than a path, wherever it is shown. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}

/** Any root will do: only what is relative to it matters. */
const ROOT = "/project";

/**
 * @returns the path relative to the project root.
 * @throws PATH_OUTSIDE_ROOT, PATH_UNSAFE, MANIFEST_INVALID (empty, the root itself, a folder, control characters)
 */
function normaliseArtifactPath(path: string): string {
  const refuse = (reason: string): CodedError => sychError("MANIFEST_INVALID", reason);
  if (hasInvisible(path)) throw refuse(`${JSON.stringify(path)} holds a control or direction character`);
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
