/** Starts `rojo serve` and remembers it on disk for as long as it runs. */

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { coreError } from "pi-extension-core/errors";
import { currentProcess, identityOf } from "pi-extension-core/lock";
import { type RunningProcess, startProcess } from "pi-extension-core/process";
import type { Clock } from "pi-extension-core/seams";
import type { Endpoint } from "../api/endpoint.ts";
import { KeptRecord } from "./kept-record.ts";
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

function newRecord({ isShim, projectFile, endpoint, clock }: LaunchOptions): ServerRecord {
  return {
    nonce: randomBytes(16).toString("hex"),
    host: hostname(),
    owner: currentProcess(),
    server: undefined,
    isShim,
    sessionId: undefined,
    projectFile,
    endpoint,
    startedAt: new Date(clock.now()).toISOString(),
  };
}

function start({ program, args, cwd, env }: LaunchOptions, nonce: string, log: LogTail): RunningProcess {
  const onText = (text: string): void => log.push(text);
  return startProcess(program, args, {
    cwd,
    env: { ...env, [NONCE_VARIABLE]: nonce },
    graceMs: GRACE_MS,
    // The log is kept here, both streams in one.
    maxHeadBytes: 0,
    maxTailBytes: 0,
    onStdout: onText,
    onStderr: onText,
  });
}

/** @throws SPAWN_FAILED and its like when it cannot be started, WRITE_FAILED when it cannot be recorded */
export async function launchServer(options: LaunchOptions): Promise<LaunchedServer> {
  const record = newRecord(options);
  const kept = new KeptRecord(options.store, record);
  // Before the start: Pi may be killed between the two, and then the nonce still leads to the server.
  await kept.save();
  const log = new LogTail(MAX_LOG_CHARACTERS);
  const running = start(options, record.nonce, log);
  const { pid } = running;
  if (pid === undefined) {
    await kept.forget();
    throw (await running.finished).error ?? coreError("SPAWN_FAILED", `${options.program} was not started`);
  }
  const untilExit = async (): Promise<ServerExit> => {
    const result = await running.finished;
    // What is still there after all stays on record; so does what cannot be removed, until the next look finds it gone.
    if (result.error?.code !== "EXIT_UNCONFIRMED") await Promise.allSettled([kept.forget()]);
    return serverExit(result, log.read(), options.clock.now());
  };
  const exited = untilExit();
  try {
    await kept.save({ server: identityOf(pid) });
  } catch (error) {
    await running.stop();
    throw error;
  }
  return {
    pid,
    exited,
    log: () => log.read(),
    confirm: (sessionId) => kept.save({ sessionId }),
    stop: async () => {
      await running.stop();
      await exited;
    },
  };
}
