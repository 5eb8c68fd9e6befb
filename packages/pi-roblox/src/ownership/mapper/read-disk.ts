/** Looks up single facts about the disk for the mapper. Failures are facts, too. */

import { isUtf8 } from "node:buffer";
import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { errnoOf, isCodedError } from "pi-extension-core/errors";
import { openRegularFile, readRegularFile } from "pi-extension-core/fs";
import { type EntryKind, type FolderEntry, folderFact, type PlaceFact, type TextFact } from "./disk-facts.ts";

/** The first item of an XML model comes after a short preamble. */
const HEAD_BYTES = 16_384;
const REPLACEMENT = "\uFFFD";

/**
 * What is at a path, with its listing when it is a folder.
 *
 * @param file absolute, with `.` and `..` where a project file has them
 * @param knownRealPath spares looking it up
 */
export async function readPlace(file: string, knownRealPath?: string): Promise<PlaceFact> {
  try {
    const real = knownRealPath ?? (await realpath(file));
    const stats = await stat(real);
    if (stats.isDirectory()) return folderFact(real, await readEntries(real));
    if (stats.isFile()) return { kind: "file", realPath: real };
    return { kind: "unreadable", because: `${file} is no regular file` };
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return errno === "ENOENT"
      ? { kind: "missing" }
      : { kind: "unreadable", because: `${file} cannot be read (${errno})` };
  }
}

/** Undefined for what does not exist or cannot be reached. */
export async function realPathOf(file: string): Promise<string | undefined> {
  try {
    return await realpath(file);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}

async function readEntries(folder: string): Promise<FolderEntry[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const invalid = entries.some(({ name }) => name.includes(REPLACEMENT)) ? await invalidNames(folder) : undefined;
  return Promise.all(
    entries.map(async (entry) => {
      const isNameInvalid = invalid?.has(entry.name) ?? false;
      const { name } = entry;
      if (entry.isFile() || entry.isDirectory())
        return { name, kind: kindOf(entry), linkTarget: undefined, isNameInvalid };
      return { name, isNameInvalid, ...(await followed(path.join(folder, name), entry)) };
    }),
  );
}

/** Names whose bytes are no UTF-8, as Node shows them. */
async function invalidNames(folder: string): Promise<ReadonlySet<string>> {
  const names = await readdir(folder, { encoding: "buffer" });
  return new Set(names.filter((name) => !isUtf8(name)).map((name) => name.toString("utf8")));
}

function kindOf(entry: Pick<Dirent, "isFile" | "isDirectory">): EntryKind {
  if (entry.isFile()) return "file";
  return entry.isDirectory() ? "folder" : "other";
}

async function followed(file: string, entry: Dirent): Promise<Pick<FolderEntry, "kind" | "linkTarget">> {
  try {
    const kind = kindOf(await stat(file));
    return { kind, linkTarget: entry.isSymbolicLink() ? await realpath(file) : undefined };
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    // A link to nothing is passed over; any other failure is one for Rojo, too.
    return { kind: errno === "ENOENT" ? "broken" : "other", linkTarget: undefined };
  }
}

/** The text of a small file. */
export async function readText(file: string, maxBytes: number): Promise<TextFact> {
  return asFact(file, async () => {
    const bytes = await readRegularFile(file, maxBytes);
    if (!isUtf8(bytes)) return { kind: "unreadable", because: `${file} is not UTF-8 text` };
    return { kind: "text", text: bytes.toString("utf8") };
  });
}

/** The beginning of a file of any size; a character at the cut may be broken. */
export async function readHead(file: string): Promise<TextFact> {
  return asFact(file, async () => {
    const { handle } = await openRegularFile(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return { kind: "text", text: buffer.toString("utf8", 0, bytesRead) };
    } finally {
      await handle.close();
    }
  });
}

async function asFact(file: string, read: () => Promise<TextFact>): Promise<TextFact> {
  try {
    return await read();
  } catch (error) {
    if (isCodedError(error)) {
      const kind = error.code === "LIMIT_EXCEEDED" ? "unknown" : "unreadable";
      return { kind, because: error.message };
    }
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    return { kind: "unreadable", because: `${file} cannot be read (${errno})` };
  }
}
