/**
 * The record of approvals on disk: read by everybody, changed under a lock, replaced as a whole, 0600. A damaged record
 * is never overwritten: it is put aside first.
 */

import path from "node:path";
import { type CodedError, coreError, errnoOf, hasCode, isCodedError } from "../errors/index.ts";
import {
  ensurePrivateFolder,
  moveWithoutReplacing,
  readRegularFile,
  sweepStaging,
  writeFileAtomic,
} from "../fs/index.ts";
import { withLock } from "../lock/index.ts";
import { type ApprovalEntry, formatApprovals, type ParsedApprovals, parseApprovals } from "./approval-record.ts";

const MAX_RECORD_BYTES = 8 << 20;
const OWNER_ONLY = 0o600;

/** What the record says, or why nobody can tell. */
export type ApprovalState = ParsedApprovals | { readonly state: "unreadable"; readonly error: CodedError };

/** What the record says now; one that is absent is empty. */
export async function readApprovals(recordPath: string): Promise<ApprovalState> {
  try {
    return parseApprovals((await readRegularFile(recordPath, MAX_RECORD_BYTES)).toString("utf8"));
  } catch (error) {
    if (hasCode(error, "NOT_FOUND")) return { state: "valid", entries: [] };
    if (hasCode(error, "LIMIT_EXCEEDED")) return { state: "damaged", problem: error.message };
    if (isCodedError(error)) return { state: "unreadable", error };
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    const unreadable = coreError("FILE_INVALID", `${recordPath} cannot be read (${errno})`, {
      hint: "Check its permissions and its disk.",
      data: { path: recordPath, errno },
      cause: error,
    });
    return { state: "unreadable", error: unreadable };
  }
}

async function tryMove(from: string, to: string): Promise<boolean> {
  try {
    await moveWithoutReplacing(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, "ALREADY_EXISTS")) return false;
    throw error;
  }
}

/** Gives the damaged record the name `<record>.damaged`, or `.damaged-2` and so on. */
async function putAside(recordPath: string): Promise<void> {
  for (let number = 1; number <= 100; number += 1) {
    const name = number === 1 ? `${recordPath}.damaged` : `${recordPath}.damaged-${number}`;
    if (await tryMove(recordPath, name)) return;
  }
  throw coreError("ALREADY_EXISTS", `${recordPath} is damaged, and 100 damaged copies lie beside it`, {
    hint: `Look at the files beside ${recordPath} and remove them.`,
    data: { path: recordPath },
  });
}

function newerRecord(recordPath: string, version: number): CodedError {
  return coreError(
    "STALE_PRECONDITION",
    `${recordPath} has version ${version}, which only a later release can change`,
    {
      hint: "Update the extension.",
      data: { path: recordPath, version },
    },
  );
}

/**
 * Replaces the entries of the record by what `change` makes of them; when that is the same list, nothing is written.
 * @throws WRITE_FAILED, LOCKED, ALREADY_EXISTS; FILE_INVALID for a record that cannot be read; STALE_PRECONDITION for one
 * of a later version
 */
export async function changeApprovals(
  recordPath: string,
  change: (entries: readonly ApprovalEntry[]) => readonly ApprovalEntry[],
): Promise<void> {
  await ensurePrivateFolder(path.dirname(recordPath));
  await withLock(
    recordPath,
    async ({ signal }) => {
      const current = await readApprovals(recordPath);
      if (current.state === "newer") throw newerRecord(recordPath, current.version);
      if (current.state === "unreadable") throw current.error;
      const entries = current.state === "valid" ? current.entries : [];
      const changed = change(entries);
      if (changed === entries) return;
      if (current.state === "damaged") await putAside(recordPath);
      const stagingDir = `${recordPath}.staging`;
      await sweepStaging(stagingDir);
      await writeFileAtomic(recordPath, formatApprovals(changed), { stagingDir, mode: OWNER_ONLY, signal });
    },
    { purpose: "change command approvals" },
  );
}
