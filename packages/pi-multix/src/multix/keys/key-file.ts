/**
 * The CLI's own key file, `~/.multix/.env`: read and changed as a whole, owner-only, under a lock, so that two sessions
 * lose nothing. No function here returns a key to a tool; `readKeyFile` is for redaction and status.
 */

import { homedir } from "node:os";
import path from "node:path";
import { hasCode } from "pi-extension-core/errors";
import {
  ensurePrivateFolder,
  lstatOrAbsent,
  readRegularFile,
  sweepStaging,
  writeFileAtomic,
} from "pi-extension-core/fs";
import { withLock } from "pi-extension-core/lock";

const MAX_KEY_FILE_BYTES = 256 * 1024;
const OWNER_ONLY = 0o600;

/** Absolute path, as the CLI forms it: HOME, or USERPROFILE on Windows. */
export function keyFilePath(env: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): string {
  const home = platform === "win32" ? env["USERPROFILE"] : env["HOME"];
  return path.join(home === undefined || home === "" ? homedir() : home, ".multix", ".env");
}

/**
 * The text of an env file; "" when there is none.
 * @throws FILE_INVALID, LIMIT_EXCEEDED
 */
export async function readKeyFile(file: string): Promise<string> {
  try {
    return (await readRegularFile(file, MAX_KEY_FILE_BYTES)).toString("utf8");
  } catch (error) {
    if (hasCode(error, "NOT_FOUND")) return "";
    throw error;
  }
}

/**
 * Replaces the text by what `edit` makes of it; nothing is written when it returns the same text.
 * @param file absolute path; a link is followed, so that a key file in a dotfile repository stays there
 * @returns whether anything was written
 */
export async function editKeyFile(file: string, purpose: string, edit: (text: string) => string): Promise<boolean> {
  const folder = path.dirname(file);
  const stagingDir = path.join(folder, ".staging");
  await ensurePrivateFolder(folder);
  return withLock(
    file,
    async ({ signal }) => {
      await sweepStaging(stagingDir);
      const before = await readKeyFile(file);
      const after = edit(before);
      if (after === before) return false;
      await writeFileAtomic(file, after, { stagingDir, mode: OWNER_ONLY, signal });
      return true;
    },
    { purpose },
  );
}

export type KeyFileWarning = "readable-by-others" | "symbolic-link" | "owned-by-another-user";

/** What a careful person would want to know about the file. Windows has no mode and no owner to look at. */
export async function inspectKeyFile(file: string): Promise<KeyFileWarning[]> {
  const entry = await lstatOrAbsent(file);
  if (entry === undefined) return [];
  const warnings: KeyFileWarning[] = entry.isSymbolicLink() ? ["symbolic-link"] : [];
  if (process.platform === "win32" || process.getuid === undefined) return warnings;
  const uid = process.getuid();
  if (!entry.isSymbolicLink() && (entry.mode & 0o077) !== 0) warnings.push("readable-by-others");
  if (uid !== 0 && entry.uid !== uid) warnings.push("owned-by-another-user");
  return warnings;
}

/** The warning as a sentence with its remedy. */
export function explainWarning(warning: KeyFileWarning, file: string): string {
  switch (warning) {
    case "readable-by-others":
      return `${file} can be read by other users; run chmod 600 on it.`;
    case "symbolic-link":
      return `${file} is a symbolic link; make sure that its target is private.`;
    case "owned-by-another-user":
      return `${file} belongs to another user, who can read and change it.`;
  }
}
