/**
 * Where a program may be found. Only absolute PATH entries outside the project count, so that a repository cannot put its
 * own program in front of the user's (docs/security.md). Pure.
 */

import path from "node:path";
import { coreError } from "../errors/index.ts";

export interface ExecutableQuery {
  /** A bare program name, without folders. */
  readonly name: string;
  readonly pathEnv: string | undefined;
  /** PATHEXT of Windows. */
  readonly pathExt?: string | undefined;
  readonly platform: NodeJS.Platform;
  /** Absolute folder (the project) whose programs do not count. */
  readonly exclude?: string | undefined;
}

export interface IgnoredEntry {
  readonly entry: string;
  readonly reason: "empty" | "relative" | "inside-project";
}

export interface SearchPlan {
  /** Absolute paths, best first. */
  readonly candidates: readonly string[];
  readonly ignored: readonly IgnoredEntry[];
}

/** What Windows can start without an interpreter that we would have to guess. */
const WINDOWS_EXTENSIONS = [".com", ".exe", ".bat", ".cmd"];

export function flavorOf(platform: NodeJS.Platform): path.PlatformPath {
  return platform === "win32" ? path.win32 : path.posix;
}

/** True for a path that means the same from every working folder; on Windows `\x` does not, it lacks the drive. */
export function isFullyAbsolute(file: string, platform: NodeJS.Platform): boolean {
  return platform === "win32" ? /^([A-Za-z]:[\\/]|[\\/]{2}[^\\/])/.test(file) : file.startsWith("/");
}

/** True when `target` is `root` or lies in it, by the text of the paths. */
export function isInside(root: string, target: string, platform: NodeJS.Platform): boolean {
  const flavor = flavorOf(platform);
  const relative = flavor.relative(root, target);
  return relative === "" || (!flavor.isAbsolute(relative) && relative.split(flavor.sep)[0] !== "..");
}

export function hasWindowsExtension(file: string): boolean {
  return WINDOWS_EXTENSIONS.includes(path.win32.extname(file).toLowerCase());
}

function fileNames(query: ExecutableQuery): string[] {
  if (query.platform !== "win32") return [query.name];
  const declared = query.pathExt === undefined ? WINDOWS_EXTENSIONS : query.pathExt.toLowerCase().split(";");
  const extended = declared
    .map((extension) => extension.trim())
    .filter((extension) => WINDOWS_EXTENSIONS.includes(extension))
    .map((extension) => `${query.name}${extension}`);
  return hasWindowsExtension(query.name) ? [query.name, ...extended] : extended;
}

function entriesOf(query: ExecutableQuery): string[] {
  if (query.pathEnv === undefined) return [];
  if (query.platform !== "win32") return query.pathEnv.split(":");
  // A Windows entry that holds a semicolon is written in quotes.
  const entries = query.pathEnv.match(/("[^"]*"|[^;"])+|(?<=^|;)(?=;|$)/g) ?? [];
  return entries.map((entry) => entry.replaceAll('"', "").trim());
}

function reasonToIgnore(entry: string, query: ExecutableQuery): IgnoredEntry["reason"] | undefined {
  if (entry === "") return "empty";
  if (!isFullyAbsolute(entry, query.platform)) return "relative";
  const { exclude, platform } = query;
  return exclude !== undefined && isInside(exclude, entry, platform) ? "inside-project" : undefined;
}

/** True for a name that can be looked up on PATH: no folder, drive, stream or NUL in it. */
export function isBareName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[\\/:\0]/.test(name);
}

/** Splits a PATH value into the entries that count and those that do not. */
export function sortPathEntries(query: Omit<ExecutableQuery, "name">): { counted: string[]; ignored: IgnoredEntry[] } {
  const counted: string[] = [];
  const ignored: IgnoredEntry[] = [];
  for (const entry of entriesOf({ ...query, name: "" })) {
    const reason = reasonToIgnore(entry, { ...query, name: "" });
    if (reason !== undefined) ignored.push({ entry, reason });
    else if (!counted.includes(entry)) counted.push(entry);
  }
  return { counted, ignored };
}

/** @throws INPUT_INVALID when `name` is not a bare name. */
export function planExecutableSearch(query: ExecutableQuery): SearchPlan {
  if (!isBareName(query.name))
    throw coreError("INPUT_INVALID", `${JSON.stringify(query.name)} is not the bare name of a program`, {
      hint: "Give a name without folders, or run the program by its absolute path.",
      data: { name: query.name },
    });
  const { counted, ignored } = sortPathEntries(query);
  const flavor = flavorOf(query.platform);
  return { candidates: counted.flatMap((entry) => fileNames(query).map((file) => flavor.join(entry, file))), ignored };
}
