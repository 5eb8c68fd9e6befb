/** Versions of Rojo as `rojo --version` and the server tell them. Pure. */

export interface RojoVersion {
  /** As printed, such as `7.7.0-rc.1`. */
  readonly text: string;
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** What follows the dash; undefined for a release. */
  readonly prerelease: string | undefined;
}

const VERSION = /^(?<major>\d{1,9})\.(?<minor>\d{1,9})\.(?<patch>\d{1,9})(?:-(?<prerelease>[0-9A-Za-z.-]{1,64}))?$/;
const VERSION_LINE = /^Rojo (?<version>\S{1,100})[ \t]*$/m;

/** Undefined for text that is no version number of Rojo's form. */
export function parseVersionNumber(text: string): RojoVersion | undefined {
  const groups = VERSION.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { major, minor, patch, prerelease } = groups;
  return { text, major: Number(major), minor: Number(minor), patch: Number(patch), prerelease };
}

/** The version in the standard output of `rojo --version`: a line `Rojo 7.6.1`, which a shim may precede by its own. */
export function parseVersionOutput(stdout: string): RojoVersion | undefined {
  const version = VERSION_LINE.exec(stdout.replaceAll("\r\n", "\n"))?.groups?.["version"];
  return version === undefined ? undefined : parseVersionNumber(version);
}

/** Negative when `left` is older. A prerelease is older than its release; prereleases are compared as text. */
export function compareVersions(left: RojoVersion, right: RojoVersion): number {
  const byNumber = left.major - right.major || left.minor - right.minor || left.patch - right.patch;
  if (byNumber !== 0 || left.prerelease === right.prerelease) return byNumber;
  if (left.prerelease === undefined) return 1;
  if (right.prerelease === undefined) return -1;
  return left.prerelease < right.prerelease ? -1 : 1;
}

/**
 * What to know when the program and a running server are of different versions; undefined when they are not, or when
 * one of the two is not known. Such a pair works, but reads project files by different rules.
 */
export function describeVersionMismatch(
  programVersion: string | undefined,
  serverVersion: string | undefined,
): string | undefined {
  if (programVersion === undefined || serverVersion === undefined || programVersion === serverVersion) return undefined;
  return `The server is Rojo ${serverVersion}, the rojo program is ${programVersion}: they may read the project differently`;
}
