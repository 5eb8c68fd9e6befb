/** Jobs at a provider, which outlive the run that started them: kept in `jobs.jsonl` beside the script. */

import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ProviderFailure } from "./failure.ts";
import type { Session } from "./session.ts";

interface Words {
  readonly running: string;
  readonly done: string;
  readonly failed: readonly string[];
}

/** What the CLI takes for an end; other words are polled until the time is up. */
const WORDS: Readonly<Record<string, Words>> = {
  leonardo: { running: "PENDING", done: "COMPLETE", failed: ["FAILED"] },
  openrouter: { running: "in_progress", done: "completed", failed: ["failed"] },
  byteplus: { running: "running", done: "succeeded", failed: ["failed", "cancelled"] },
  cloudflare: { running: "processing", done: "succeeded", failed: ["failed", "canceled", "cancelled", "aborted"] },
  fal: { running: "IN_PROGRESS", done: "COMPLETED", failed: [] },
};
const USUAL: Words = { running: "running", done: "succeeded", failed: ["failed"] };

const wordsOf = (provider: string): Words => WORDS[provider] ?? USUAL;
export const isDone = (provider: string, status: string): boolean => wordsOf(provider).done === status;
export const isFailed = (provider: string, status: string): boolean => wordsOf(provider).failed.includes(status);
export const isFinal = (provider: string, status: string): boolean =>
  isDone(provider, status) || isFailed(provider, status);

function newId(provider: string): string {
  if (provider === "byteplus") return `cgt-${Date.now()}-${randomUUID().slice(0, 5)}`;
  return provider === "cloudflare" ? randomUUID().replaceAll("-", "").slice(0, 26) : randomUUID();
}

interface JobLine {
  readonly id: string;
  readonly provider: string;
}

/** One line for the submission and one for each time that the job was asked for. */
function linesOf(session: Session, id: string): JobLine[] {
  const file = join(session.folder, "jobs.jsonl");
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines
    .map((line) => JSON.parse(line) as JobLine)
    .filter((line) => line.id === id && line.provider === session.provider);
}

function addLine(session: Session, id: string): void {
  const line: JobLine = { id, provider: session.provider };
  appendFileSync(join(session.folder, "jobs.jsonl"), `${JSON.stringify(line)}\n`);
}

export interface Job {
  readonly id: string;
  /** The status word now. */
  ask(): string;
  /** Asks until the job is at its end or the time is up. @returns the last status word */
  wait(timeoutMs: number): Promise<string>;
}

function job(session: Session, id: string): Job {
  const { behaviour, provider } = session;
  const ask = (): string => {
    const asked = linesOf(session, id).length;
    // A status that a test asks for stands for any job; without one, only jobs that were submitted exist.
    if (behaviour.jobStatus !== undefined) return behaviour.jobStatus;
    if (asked === 0) throw new ProviderFailure(`HTTP 404 from https://provider.example/jobs/${id}: not found`, 404);
    addLine(session, id);
    return asked > (behaviour.polls ?? 1) ? wordsOf(provider).done : wordsOf(provider).running;
  };
  return {
    id,
    ask,
    wait: async (timeoutMs) => {
      const deadline = performance.now() + timeoutMs;
      let status = ask();
      while (!isFinal(provider, status) && performance.now() < deadline) {
        session.info(`status: ${status}`);
        await delay(behaviour.pollMs ?? 20);
        status = ask();
      }
      return status;
    },
  };
}

/** A job that this run submits. */
export function runningJob(session: Session): Job {
  const id = newId(session.provider);
  addLine(session, id);
  return job(session, id);
}

/** A job of an earlier run. */
export const earlierJob = (session: Session, id: string): Job => job(session, id);
