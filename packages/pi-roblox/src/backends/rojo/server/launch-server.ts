/** Starts `rojo serve` and remembers it on disk for as long as it runs. */

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { coreError } from "pi-extension-core/errors";
import { currentProcess, identityOf } from "pi-extension-core/lock";
import { startProcess } from "pi-extension-core/process";
import type { Clock } from "pi-extension-core/seams";
import type { Endpoint } from "../api/endpoint.ts";
import { LogTail } from "./log-tail.ts";
import type { RecordStore } from "./record-store.ts";
import { type ServerExit, serverExit } from "./server-exit.ts";
import { NONCE_VARIABLE, type ServerRecord } from "./server-record.ts";

export interface LaunchOptions {
  /** Absolute path of rojo. */
  readonly program: string;
  readonly isShim: boolean;
  readonly args: readonly string[];
  /** Absolute folder of the project. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Absolute. */
  readonly projectFile: string;
  readonly endpoint: Endpoint;
  readonly store: RecordStore;
  readonly clock: Clock;
}

export interface LaunchedServer {
  readonly pid: number;
  /** Never rejects. Resolves when nothing of its process group is left. */
  readonly exited: Promise<ServerExit>;
  /** The end of what it has printed, both streams. */
  log(): string;
  /** Notes the session that proved to be this server's. @throws WRITE_FAILED */
  confirm(sessionId: string): Promise<void>;
  /** Ends it with everything below it, and forgets it. */
  stop(): Promise<void>;
}

const MAX_LOG_CHARACTERS = 16_384;
/** Rojo ends at once; the rest of the two seconds that the user waits at most is for a shim. */
const GRACE_MS = 1000;

/** @throws SPAWN_FAILED and its like when it cannot be started, WRITE_FAILED when it cannot be recorded */
export async function launchServer(options: LaunchOptions): Promise<LaunchedServer> {
  const { program, isShim, args, cwd, env, projectFile, endpoint, store, clock } = options;
  const nonce = randomBytes(16).toString("hex");
  const startedAt = new Date(clock.now()).toISOString();
  const owner = currentProcess();
  const place = { nonce, host: hostname(), owner, isShim, projectFile, endpoint, startedAt };
  let record: ServerRecord = { ...place, server: undefined, sessionId: undefined };
  // Before the start: Pi may be killed between the two, and then the nonce still leads to the server.
  await store.save(record);
  const log = new LogTail(MAX_LOG_CHARACTERS);
  const onText = (text: string): void => log.push(text);
  const running = startProcess(program, args, {
    cwd,
    env: { ...env, [NONCE_VARIABLE]: nonce },
    graceMs: GRACE_MS,
    // The log is kept here, both streams in one.
    maxHeadBytes: 0,
    maxTailBytes: 0,
    onStdout: onText,
    onStderr: onText,
  });
  const { pid } = running;
  if (pid === undefined) {
    await store.remove(record);
    throw (await running.finished).error ?? coreError("SPAWN_FAILED", `${program} was not started`);
  }
  // Saves and the removal one after the other, so that a late save does not bring the record back.
  let isForgotten = false;
  let writing: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = writing.then(work);
    writing = done.catch(() => undefined);
    return done;
  };
  const update = (change: Partial<ServerRecord>): Promise<void> =>
    inTurn(async () => {
      record = { ...record, ...change };
      if (!isForgotten) await store.save(record);
    });
  const exited = running.finished.then(async (result) => {
    // What is still there after all stays on record.
    if (result.error?.code !== "EXIT_UNCONFIRMED") await forget();
    return serverExit(result, log.read(), clock.now());
  });
  const forget = (): Promise<void> =>
    inTurn(async () => {
      isForgotten = true;
      await store.remove(record);
    });
  try {
    await update({ server: identityOf(pid) });
  } catch (error) {
    await running.stop();
    throw error;
  }
  return {
    pid,
    exited,
    log: () => log.read(),
    confirm: (sessionId) => update({ sessionId }),
    stop: async () => {
      await running.stop();
      await exited;
    },
  };
}
