/** Waits until a server that was started answers as the one that is wanted. A banner proves nothing, an answer does. */

import { setTimeout as delay } from "node:timers/promises";
import type { Endpoint } from "../api/endpoint.ts";
import type { Probe, ProbeOptions } from "../api/probe-server.ts";
import type { ServerInfo } from "../api/server-info.ts";
import type { LaunchedServer } from "./launch-server.ts";
import { describeProbe } from "./plan-server.ts";
import type { ServerExit } from "./server-exit.ts";

export type Readiness =
  | { readonly kind: "ready"; readonly server: ServerInfo }
  | { readonly kind: "exited"; readonly exit: ServerExit }
  /** `lastAnswer` says what was there instead. */
  | { readonly kind: "timed-out"; readonly lastAnswer: string };

export interface ReadinessOptions {
  readonly endpoint: Endpoint;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly probe: (endpoint: Endpoint, options: ProbeOptions) => Promise<Probe>;
  readonly isWanted: (server: ServerInfo) => boolean;
}

const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 250;
const MAX_PROBE_MS = 1000;

/** @throws the reason of `signal` */
export async function awaitReady(launched: LaunchedServer, options: ReadinessOptions): Promise<Readiness> {
  const { endpoint, timeoutMs, signal, probe, isWanted } = options;
  const deadline = performance.now() + timeoutMs;
  let exit: ServerExit | undefined;
  const noteExit = async (): Promise<void> => {
    exit = await launched.exited;
  };
  const ended = noteExit();
  let lastAnswer = "nothing listens";
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    await Promise.race([ended, delay(pauseMs, undefined, { signal })]);
    if (exit !== undefined) return { kind: "exited", exit };
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) return { kind: "timed-out", lastAnswer };
    const answer = await probe(endpoint, { timeoutMs: Math.min(MAX_PROBE_MS, leftMs), signal });
    lastAnswer = describeProbe(answer);
    if (answer.kind !== "rojo" || !isWanted(answer.server)) continue;
    // The answer may come from another that was faster; ours has ended then, or is about to.
    return exit === undefined ? { kind: "ready", server: answer.server } : { kind: "exited", exit };
  }
}
