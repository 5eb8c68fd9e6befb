/**
 * One spelling for each file, so that paths from Rojo, from a tool call and from Pi's events can be compared as text.
 * Nothing is looked up on disk: links and 8.3 names are resolved by whoever can. Pure.
 */

import path from "node:path";

/** How the file system that holds a project tells names apart. */
export interface FileNaming {
  readonly platform: NodeJS.Platform;
  /** False on most Windows and macOS disks. */
  readonly isCaseSensitive: boolean;
}

/** Verbatim prefixes of Windows, which Rojo 7.7.0 wrote with either kind of slash (`//?/C:/p`, rojo #1290). */
const VERBATIM_UNC = /^[\\/]{2}\?[\\/]UNC[\\/]/i;
const VERBATIM = /^[\\/]{2}\?[\\/](?=[a-z]:[\\/])/i;
const DRIVE = /^[a-z](?=:)/;
/** Windows takes these away from the end of each name: `a.luau.` opens `a.luau`. */
const IGNORED_AT_END = /[. ]+(?=\\|$)/g;
const ENDS_IGNORED = /[. ](?:\\|$)/;
const DOTS = /^\.{1,2}$/;
const BEYOND_ASCII = /[^ -~]/;

/**
 * Absolute path in the form of the platform: separators, `.` and `..` resolved, no verbatim prefix, capital drive letter.
 *
 * @param folder absolute; what a relative `file` starts from
 */
export function absoluteFile(folder: string, file: string, { platform }: FileNaming): string {
  if (platform !== "win32")
    return path.posix.isAbsolute(file) ? path.posix.normalize(file) : path.posix.join(folder, file);
  return absoluteOnWindows(withoutVerbatim(folder), withoutVerbatim(file)).replace(DRIVE, (letter) =>
    letter.toUpperCase(),
  );
}

/** Not `path.win32.resolve`, which asks the process for what is missing. */
function absoluteOnWindows(folder: string, file: string): string {
  const { root } = path.win32.parse(file);
  // `/x` belongs to the drive of `folder`, as in Rojo.
  if (root === "/" || root === "\\") return path.win32.join(path.win32.parse(folder).root, file);
  return path.win32.isAbsolute(file) ? path.win32.normalize(file) : path.win32.join(folder, file);
}

function withoutVerbatim(file: string): string {
  return file.replace(VERBATIM_UNC, "\\\\").replace(VERBATIM, "");
}

/**
 * Equal for two absolute paths exactly when they name one file by their text.
 *
 * @param file absolute, in any form of the platform
 */
export function fileKey(file: string, naming: FileNaming): string {
  if (naming.platform === "win32") return keyOfAbsolute(absoluteFile(file, "", naming), naming);
  return keyOfAbsolute(path.posix.normalize(file), naming);
}

/** `fileKey` of what `absoluteFile` gave, without making it absolute once more. */
export function keyOfAbsolute(file: string, naming: FileNaming): string {
  const isWindows = naming.platform === "win32";
  let key = isWindows ? trimNames(file) : file;
  if (key.endsWith(isWindows ? "\\" : "/") && !isRoot(key)) key = key.slice(0, -1);
  if (naming.isCaseSensitive && naming.platform !== "darwin") return key;
  if (!BEYOND_ASCII.test(key)) return naming.isCaseSensitive ? key : key.toLowerCase();
  // APFS takes composed and decomposed letters for one, whether it tells case apart or not; NTFS never does.
  if (!isWindows) key = key.normalize("NFC");
  return naming.isCaseSensitive ? key : foldCase(key);
}

/** `/`, `C:\` or `\\host\share\`, which a separator at the end belongs to. */
function isRoot(key: string): boolean {
  return key === "/" || path.win32.parse(key).root === key;
}

function trimNames(key: string): string {
  if (!ENDS_IGNORED.test(key)) return key;
  return key
    .split("\\")
    .map((name) => (DOTS.test(name) ? name : name.replace(IGNORED_AT_END, "") || name))
    .join("\\");
}

/** Character by character, as disks do: `ß` stays apart from `ss`, the three sigmas are one. */
function foldCase(key: string): string {
  return Array.from(key, (character) => {
    const upper = character.toUpperCase();
    return upper.length === character.length ? upper : character;
  })
    .join("")
    .toLowerCase();
}

/** Folders and name of a key below a folder's key, or undefined when it is not inside. */
export function namesBelow(key: string, folderKey: string, { platform }: FileNaming): readonly string[] | undefined {
  const separator = platform === "win32" ? "\\" : "/";
  const start = folderKey.endsWith(separator) ? folderKey : `${folderKey}${separator}`;
  if (key === folderKey) return [];
  return key.startsWith(start) ? key.slice(start.length).split(separator) : undefined;
}

/** `path.win32` or `path.posix`, by platform. */
export function pathFlavor({ platform }: FileNaming): path.PlatformPath {
  return platform === "win32" ? path.win32 : path.posix;
}
