/** Keeps paths from models and project files inside a folder, by their text alone. Pure. */

import nodePath from "node:path";
import { coreError } from "../errors/index.ts";
import { unsafeNameReason } from "./portable-name.ts";

export interface ContainedPath {
  readonly absolute: string;
  /** From the root, with forward slashes on every platform; `.` for the root itself. */
  readonly relative: string;
}

/** `@src/a` as models write it is `src/a`. Pi's own tools do the same. */
export function stripAtPrefix(path: string): string {
  return path.startsWith("@") ? path.slice(1) : path;
}

const outside = (path: string, root: string) =>
  coreError("PATH_OUTSIDE_ROOT", `${JSON.stringify(path)} leaves ${root}`, {
    hint: "Give a path inside that folder.",
    data: { path, root },
  });

function refuseUnsafe(path: string, segments: readonly string[]): void {
  for (const segment of segments) {
    const reason = segment === "." || segment === ".." ? undefined : unsafeNameReason(segment);
    if (reason === undefined) continue;
    throw coreError("PATH_UNSAFE", `${JSON.stringify(path)}: ${JSON.stringify(segment)} ${reason}`, {
      hint: "Rename it.",
      data: { path, segment },
    });
  }
}

/**
 * Resolves `path` against `root`. Symbolic links are not looked at: `refuseSymlinks` does that.
 *
 * @param root absolute folder
 * @param path relative to `root`, or absolute inside it; on Windows both kinds of slash separate, on POSIX a backslash
 *   is refused, because the same project on Windows would read it as one
 * @throws PATH_OUTSIDE_ROOT; PATH_UNSAFE for device names, streams, control characters, trailing dots and spaces
 */
export function resolveInside(root: string, path: string, flavor: nodePath.PlatformPath = nodePath): ContainedPath {
  if (path.includes("\0")) refuseUnsafe(path, [path]);
  const isWindows = flavor.sep === "\\";
  if (!isWindows && path.includes("\\"))
    throw coreError("PATH_UNSAFE", `${JSON.stringify(path)} holds a backslash`, {
      hint: "Separate folders with forward slashes.",
      data: { path },
    });
  // `C:x` means another folder for each drive, and `\\?\` and `\\.\` switch off the rules that are applied here.
  if (isWindows && (/^[a-z]:(?![\\/])/i.test(path) || /^[\\/]{2}[?.][\\/]/.test(path))) throw outside(path, root);
  const absolute = flavor.resolve(root, path);
  const relative = flavor.relative(root, absolute);
  if (flavor.isAbsolute(relative) || relative === ".." || relative.startsWith(`..${flavor.sep}`))
    throw outside(path, root);
  // The written segments, too: resolving has already taken some away, such as a stream on a folder that `..` leaves.
  const written = flavor.isAbsolute(path) ? [] : path.split(isWindows ? /[\\/]/ : "/");
  const segments = relative === "" ? [] : relative.split(flavor.sep);
  refuseUnsafe(path, [...written.filter((segment) => segment !== ""), ...segments]);
  // Joined to the root again: on Windows a path may spell the root in other case.
  return { absolute: flavor.join(root, ...segments), relative: segments.length === 0 ? "." : segments.join("/") };
}

/** True when `path` is `root` or inside it, both absolute, by their text; case does not count on Windows. */
export function isInside(root: string, path: string, flavor: nodePath.PlatformPath = nodePath): boolean {
  const relative = flavor.relative(root, path);
  return !flavor.isAbsolute(relative) && relative !== ".." && !relative.startsWith(`..${flavor.sep}`);
}
