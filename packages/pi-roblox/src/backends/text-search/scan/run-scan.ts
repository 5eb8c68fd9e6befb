/** The search without ripgrep: lists the files and has worker threads run the pattern over them. */

import path from "node:path";
import { Worker } from "node:worker_threads";
import { type CodedError, coreError } from "pi-extension-core/errors";
import { robloxError } from "../../../errors.ts";
import type { Exclusions } from "../ignore/exclusions.ts";
import type { CompiledPattern } from "../pattern/compile-pattern.ts";
import { compareFiles, type SearchProgress } from "../search-result.ts";
import { newProgress, PROGRESS_SLOTS, type ScanOrder, type ScanReport } from "./scan-messages.ts";
import { walkFiles } from "./walk-files.ts";

export interface ScanOptions {
  /** Absolute folder. */
  readonly root: string;
  readonly pattern: CompiledPattern;
  readonly exclusions: Exclusions;
  readonly maxMatches: number;
  readonly maxFileBytes: number;
  readonly maxFiles: number;
  /** How many threads may work. */
  readonly threads: number;
  /** For the whole scan. */
  readonly timeoutMs: number;
  readonly onProgress: ((progress: SearchProgress) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** How long a pattern may run over one file. */
const SLOW_FILE_MS = 1200;
const WATCH_EVERY_MS = 100;
/** Fewer files than this are not worth a further thread, which takes some 30 ms to start. */
const FILES_PER_THREAD = 400;

/**
 * @throws PATTERN_TOO_SLOW when the pattern takes longer than 1.2 s over one file; TIMED_OUT, LIMIT_EXCEEDED, or the
 *   reason of the signal
 */
export async function runScan(options: ScanOptions): Promise<ScanReport> {
  const deadline = performance.now() + options.timeoutMs;
  const files = (await walkFiles(options)).sort(compareFiles);
  const count = Math.max(1, Math.min(options.threads, Math.ceil(files.length / FILES_PER_THREAD)));
  const orders = Array.from({ length: count }, (_, share) =>
    orderOf(
      options,
      files.filter((__, index) => index % count === share),
    ),
  );
  const reports = await runWorkers(orders, options, deadline);
  return joinReports(reports, options.maxMatches);
}

function orderOf({ pattern, root, maxFileBytes, maxMatches }: ScanOptions, files: readonly string[]): ScanOrder {
  return { pattern, root: path.join(root, path.sep), files, maxFileBytes, maxMatches, progress: newProgress() };
}

function joinReports(reports: readonly ScanReport[], maxMatches: number): ScanReport {
  const sum = (key: Exclude<keyof ScanReport, "matches">): number =>
    reports.reduce((total, report) => total + report[key], 0);
  return {
    matches: reports
      .flatMap((report) => report.matches)
      .sort((a, b) => compareFiles(a.file, b.file) || a.line - b.line)
      .slice(0, maxMatches),
    matchedLines: sum("matchedLines"),
    matchedFiles: sum("matchedFiles"),
    searchedFiles: sum("searchedFiles"),
    largeFiles: sum("largeFiles"),
    unreadableFiles: sum("unreadableFiles"),
  };
}

/** The module of the worker, beside this one in the sources and, as an entry of its own, in the build. */
function workerModule(): URL {
  return new URL(`./scan-worker${path.extname(import.meta.url)}`, import.meta.url);
}

async function runWorkers(
  orders: readonly ScanOrder[],
  options: ScanOptions,
  deadline: number,
): Promise<readonly ScanReport[]> {
  const { signal, onProgress } = options;
  signal?.throwIfAborted();
  const workers = orders.map((order) => new Worker(workerModule(), { workerData: order, env: {}, execArgv: [] }));
  const stopped = Promise.withResolvers<never>();
  const onAbort = (): void => stopped.reject(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  const findProblem = watcher(orders, options.timeoutMs, deadline);
  const watch = setInterval(() => {
    const problem = findProblem();
    if (problem !== undefined) stopped.reject(problem);
    onProgress?.(progressOf(orders));
  }, WATCH_EVERY_MS);
  try {
    const reports = await Promise.race([Promise.all(workers.map(reportOf)), stopped.promise]);
    onProgress?.(progressOf(orders));
    return reports;
  } finally {
    clearInterval(watch);
    signal?.removeEventListener("abort", onAbort);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function reportOf(worker: Worker): Promise<ScanReport> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => {
      reject(coreError("INTERNAL", `A thread of the search ended with code ${code} and no result`));
    });
  });
}

const readSlot = (order: ScanOrder, slot: keyof typeof PROGRESS_SLOTS): number =>
  Atomics.load(order.progress, PROGRESS_SLOTS[slot]);

function progressOf(orders: readonly ScanOrder[]): SearchProgress {
  const total = (slot: keyof typeof PROGRESS_SLOTS): number =>
    orders.reduce((sum, order) => sum + readSlot(order, slot), 0);
  const totalFiles = orders.reduce((sum, order) => sum + order.files.length, 0);
  return { matchedFiles: total("matchedFiles"), searchedFiles: total("done"), totalFiles };
}

/** Looks after the workers from time to time, by the numbers that they write: a reason to end them all, or undefined. */
function watcher(orders: readonly ScanOrder[], timeoutMs: number, deadline: number): () => CodedError | undefined {
  const seen = orders.map(() => ({ step: 0, sinceMs: performance.now() }));
  return () => {
    const nowMs = performance.now();
    for (const [index, order] of orders.entries()) {
      const step = readSlot(order, "step");
      const last = seen[index];
      if (last === undefined || last.step !== step || step % 2 === 0) seen[index] = { step, sinceMs: nowMs };
      else if (nowMs - last.sinceMs >= SLOW_FILE_MS) return tooSlow(order.files[readSlot(order, "done")] ?? "");
    }
    return nowMs >= deadline ? timedOut(timeoutMs) : undefined;
  };
}

function tooSlow(file: string) {
  return robloxError("PATTERN_TOO_SLOW", `The search pattern ran for ${SLOW_FILE_MS} ms over ${file} without an end`, {
    hint: "Do not repeat what is itself repeated, such as (a+)+, or install ripgrep, which has no such patterns.",
    data: { file },
  });
}

function timedOut(timeoutMs: number) {
  return coreError("TIMED_OUT", `The search did not finish within ${timeoutMs} ms`, {
    hint: "Ignore folders that are not part of the game, or install ripgrep.",
    data: { timeoutMs },
  });
}
