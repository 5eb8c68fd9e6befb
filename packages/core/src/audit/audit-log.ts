/**
 * The writing side of the audit log: one writer queue for each log, any number of processes for each folder. Appending
 * never fails the work that is recorded; a record that could not be written is counted and shown in `status`, and the
 * next one is tried anew.
 */

import path from "node:path";
import { type CodedError, coreError, errnoOf, isCodedError } from "../errors/index.ts";
import { SerialQueue } from "../queue/index.ts";
import { createValueRedactor } from "../redact/index.ts";
import { type Clock, createIdSource, type IdSource, systemClock } from "../seams/index.ts";
import { appendLines } from "./append-lines.ts";
import { dayFileName } from "./day-file.ts";
import { pruneAudit } from "./prune.ts";
import { type AuditEntry, formatRecord } from "./record.ts";

export interface AuditLogOptions {
  /** Absolute; made (0700) with the first record. */
  readonly directory: string;
  /** Absolute folder around `directory`, such as the project: no component below it may be a symbolic link. */
  readonly root?: string;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  /** Bytes of one line; a longer record is cut. At least 512, default 65,536. */
  readonly maxRecordBytes?: number;
  /** Records that may wait to be written; more are refused and counted as failed. Default 10,000. */
  readonly maxPending?: number;
  /** Values to redact wherever they occur. */
  readonly secrets?: readonly string[];
  /** Days to keep; older day files are removed with the first record of a day. Default: all are kept. */
  readonly retentionDays?: number;
}

export interface AuditStatus {
  /** `failing`: the last record could not be written. */
  readonly state: "working" | "failing" | "closed";
  readonly written: number;
  readonly failed: number;
  readonly pending: number;
  /** The last failure, also when later records were written. */
  readonly lastError: { readonly code: string; readonly message: string; readonly at: string } | undefined;
}

export type AppendOutcome =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly error: CodedError };

export interface AuditLog {
  /** Resolves when the record is written or has failed; never rejects. The entry is copied before this returns. */
  append(entry: AuditEntry): Promise<AppendOutcome>;
  status(): AuditStatus;
  /** Resolves when everything that was appended before is written or has failed. */
  flush(): Promise<void>;
  /** Writes what waits; later records fail with QUEUE_CLOSED. Idempotent. */
  close(): Promise<void>;
}

interface Pending {
  readonly id: string;
  readonly file: string;
  readonly line: string;
  readonly settle: (outcome: AppendOutcome) => void;
}

const MIN_RECORD_BYTES = 512;
const MAX_BATCH = 256;

function asCoded(error: unknown): CodedError {
  if (isCodedError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = errnoOf(error) === undefined ? "INTERNAL" : "WRITE_FAILED";
  return coreError(code, `An audit record could not be written: ${message}`, { cause: error });
}

/** The records at the front that go to the same file. */
function takeBatch(pending: Pending[]): Pending[] {
  const other = pending.findIndex((record, index) => index >= MAX_BATCH || record.file !== pending[0]?.file);
  return pending.splice(0, other === -1 ? pending.length : other);
}

/** Opens a log; nothing is read or written before the first record. */
export function openAuditLog(options: AuditLogOptions): AuditLog {
  const { directory, root, clock = systemClock, retentionDays } = options;
  const ids = options.ids ?? createIdSource(clock);
  const maxPending = options.maxPending ?? 10_000;
  const maxBytes = Math.max(MIN_RECORD_BYTES, options.maxRecordBytes ?? 65_536);
  const redact = createValueRedactor({
    secrets: options.secrets ?? [],
    maxStringCharacters: maxBytes,
    maxCharacters: maxBytes * 8,
    maxNodes: maxBytes,
  });
  const queue = new SerialQueue({ name: "audit log" });
  const pending: Pending[] = [];
  const counts = { written: 0, failed: 0, pending: 0 };
  let state: AuditStatus["state"] = "working";
  let lastError: AuditStatus["lastError"];
  let isDrainPlanned = false;
  let prunedFor: string | undefined;

  const note = (error: CodedError): void => {
    lastError = { code: error.code, message: error.message, at: new Date(clock.now()).toISOString() };
  };
  const fail = (error: CodedError): AppendOutcome => {
    counts.failed += 1;
    if (state === "working") state = "failing";
    note(error);
    return { ok: false, error };
  };
  const succeed = (id: string): AppendOutcome => {
    counts.written += 1;
    if (state === "failing") state = "working";
    return { ok: true, id };
  };

  const prune = async (file: string): Promise<void> => {
    if (retentionDays === undefined || prunedFor === file) return;
    prunedFor = file;
    try {
      await pruneAudit(directory, { retentionDays, clock });
    } catch (error) {
      // Old records that stay are no reason to lose new ones.
      note(asCoded(error));
    }
  };

  const writeBatch = async (batch: readonly Pending[], file: string): Promise<void> => {
    let results: readonly (CodedError | undefined)[];
    try {
      results = await appendLines(
        file,
        batch.map((record) => record.line),
        root,
      );
    } catch (error) {
      const failure = asCoded(error);
      results = batch.map(() => failure);
    }
    for (const [index, record] of batch.entries()) {
      counts.pending -= 1;
      const error = results[index];
      record.settle(error === undefined ? succeed(record.id) : fail(error));
    }
  };

  const drain = async (): Promise<void> => {
    isDrainPlanned = false;
    while (pending.length > 0) {
      const batch = takeBatch(pending);
      const file = batch[0]?.file ?? "";
      await writeBatch(batch, file);
      await prune(file);
    }
  };

  const planRecord = (entry: AuditEntry): Omit<Pending, "settle"> => {
    if (state === "closed")
      throw coreError("QUEUE_CLOSED", `The audit log in ${directory} is closed`, { hint: "Start a new session." });
    if (counts.pending >= maxPending)
      throw coreError("LIMIT_EXCEEDED", `${counts.pending} audit records wait to be written to ${directory}`, {
        hint: "Check whether that disk still answers.",
      });
    const id = ids.next();
    const at = new Date(clock.now()).toISOString();
    return { id, file: path.join(directory, dayFileName(at)), line: formatRecord(entry, { id, at }, redact, maxBytes) };
  };

  return {
    append: (entry) => {
      let planned: Omit<Pending, "settle">;
      try {
        planned = planRecord(entry);
      } catch (error) {
        return Promise.resolve(fail(asCoded(error)));
      }
      return new Promise((settle) => {
        pending.push({ ...planned, settle });
        counts.pending += 1;
        if (isDrainPlanned) return;
        isDrainPlanned = true;
        void queue.run(drain);
      });
    },
    status: () => ({ state, ...counts, lastError }),
    flush: () => queue.idle(),
    close: async () => {
      state = "closed";
      await queue.idle();
      await queue.close();
    },
  };
}
