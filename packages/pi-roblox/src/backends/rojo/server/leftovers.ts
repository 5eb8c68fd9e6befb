/** Servers that a killed Pi has left running: found, proved to be ours, ended. */

import { hostname } from "node:os";
import { lifeOf } from "pi-extension-core/lock";
import { terminateTree } from "pi-extension-core/process";
import type { Endpoint } from "../api/endpoint.ts";
import { type Probe, type ProbeOptions, probeServer } from "../api/probe-server.ts";
import { judgeRecord, type RecordFacts, type RecordVerdict } from "./judge-record.ts";
import { findGroupByNonce } from "./nonce-search.ts";
import type { RecordStore } from "./record-store.ts";
import type { ServerRecord } from "./server-record.ts";

export interface SurveyOptions {
  readonly signal?: AbortSignal | undefined;
  readonly probe?: ((endpoint: Endpoint, options: ProbeOptions) => Promise<Probe>) | undefined;
}

interface SurveyedServer {
  readonly record: ServerRecord;
  readonly verdict: RecordVerdict;
}

export interface Survey {
  readonly servers: readonly SurveyedServer[];
  /** As `RecordList.unreadable`. */
  readonly unreadable: readonly string[];
}

export interface EndedServer {
  readonly record: ServerRecord;
  /** False when it is still there although it was told to end. */
  readonly isEnded: boolean;
}

const PROBE_TIMEOUT_MS = 1000;
const GRACES_MS = [1000];

async function gather(record: ServerRecord, options: SurveyOptions): Promise<RecordFacts> {
  const { platform } = process;
  const { probe = probeServer, signal } = options;
  const host = hostname();
  const ownerLife = lifeOf(record.owner);
  const serverLife = record.server === undefined ? undefined : lifeOf(record.server);
  const facts = { host, platform, ownerLife, serverLife, groupByNonce: undefined, answeringSession: undefined };
  // Most records are decided by now; the rest is dear.
  if (record.host !== host || ownerLife !== "dead" || serverLife === "living") return facts;
  const groupByNonce = await findGroupByNonce(record.nonce, platform);
  if (groupByNonce !== undefined || record.sessionId === undefined) return { ...facts, groupByNonce };
  const answer = await probe(record.endpoint, { timeoutMs: PROBE_TIMEOUT_MS, signal });
  return { ...facts, answeringSession: answer.kind === "rojo" ? answer.server.sessionId : undefined };
}

/**
 * What became of every server that was recorded, for a doctor. Changes nothing.
 * @throws the reason of `signal`
 */
export async function surveyServers(store: RecordStore, options: SurveyOptions = {}): Promise<Survey> {
  const { records, unreadable } = await store.list();
  const servers: SurveyedServer[] = [];
  for (const record of records) {
    options.signal?.throwIfAborted();
    servers.push({ record, verdict: judgeRecord(record, await gather(record, options)) });
  }
  return { servers, unreadable };
}

/**
 * Ends every server whose Pi is gone, as far as it is proved to be ours, and forgets those that are gone. Meant for the
 * start of a session, before the port is looked at.
 * @returns those that were told to end
 * @throws the reason of `signal`
 */
export async function endLeftovers(store: RecordStore, options: SurveyOptions = {}): Promise<readonly EndedServer[]> {
  const { servers } = await surveyServers(store, options);
  const ended: EndedServer[] = [];
  for (const { record, verdict } of servers) {
    if (verdict.kind === "gone") await store.remove(record);
    if (verdict.kind !== "left-over") continue;
    const isEnded = await terminateTree(verdict.pid, GRACES_MS);
    if (isEnded) await store.remove(record);
    ended.push({ record, isEnded });
  }
  return ended;
}
