/** Whether the server of a record still runs, whose it is, and whether that is certain enough to end it. Pure. */

import type { ProcessLife } from "pi-extension-core/lock";
import type { ServerRecord } from "./server-record.ts";

export interface RecordFacts {
  /** Name of this machine. */
  readonly host: string;
  readonly platform: NodeJS.Platform;
  readonly ownerLife: ProcessLife;
  /** Of the recorded server process; undefined when the record names none. */
  readonly serverLife: ProcessLife | undefined;
  /** The process group of a process with the nonce of the record in its environment, where the system shows that. */
  readonly groupByNonce: number | undefined;
  /** The session that now answers at the recorded address, if a Rojo does. */
  readonly answeringSession: string | undefined;
}

export type RecordVerdict =
  /** Its Pi lives, or may. */
  | { readonly kind: "in-use" }
  | { readonly kind: "other-machine" }
  /** Nothing of it is left. */
  | { readonly kind: "gone" }
  /** Its Pi is gone, it still runs, and `pid` certainly leads its process group. */
  | { readonly kind: "left-over"; readonly pid: number; readonly proof: "start-time" | "nonce" | "session" }
  /** Something has its pid, and nothing proves that it is the server. Never ended by us. */
  | { readonly kind: "unproved"; readonly pid: number };

/**
 * Three proofs, each enough. The start time of the process. The nonce in its environment. And the session: a Rojo that
 * answers with the recorded session id has lived all the time, so the number of its group was never given to another.
 * Windows has no groups; there a shim may have ended before the Rojo below it, and its number be used again.
 */
export function judgeRecord(record: ServerRecord, facts: RecordFacts): RecordVerdict {
  const { server } = record;
  if (record.host !== facts.host) return { kind: "other-machine" };
  if (facts.ownerLife !== "dead") return { kind: "in-use" };
  if (server !== undefined && facts.serverLife === "living")
    return { kind: "left-over", pid: server.pid, proof: "start-time" };
  if (facts.groupByNonce !== undefined) return { kind: "left-over", pid: facts.groupByNonce, proof: "nonce" };
  if (server === undefined) return { kind: "gone" };
  const answers = record.sessionId !== undefined && facts.answeringSession === record.sessionId;
  const isSessionProof = !(facts.platform === "win32" && record.isShim);
  if (answers && isSessionProof) return { kind: "left-over", pid: server.pid, proof: "session" };
  return facts.serverLife === "dead" && !answers ? { kind: "gone" } : { kind: "unproved", pid: server.pid };
}
