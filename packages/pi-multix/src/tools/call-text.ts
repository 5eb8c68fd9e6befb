/** What a call did, as short text for the model. Pure. */

import path from "node:path";
import { formatElapsed } from "../multix/cli/progress.ts";
import type { OutputFile } from "../multix/results/collect-outputs.ts";
import type { MediaFacts } from "../multix/results/probe-media.ts";

export interface ReportedFile extends OutputFile {
  readonly facts: MediaFacts;
}

export interface CallReport {
  readonly tool: string;
  readonly action: string;
  readonly provider: string;
  readonly cwd: string;
  readonly files: readonly ReportedFile[];
  readonly durationMs: number;
  readonly jobId: string | undefined;
  readonly jobStatus: string | undefined;
  readonly notes: readonly string[];
  /** The CLI's own answer, where it is one: a transcript, an analysis, a list. Bounded by the caller. */
  readonly answer: string | undefined;
}

/** Relative to the working directory where it lies in it. */
export function shownPath(cwd: string, file: string): string {
  const relative = path.relative(cwd, file);
  return relative.startsWith("..") || path.isAbsolute(relative) ? file : relative;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function factsText({ durationMs, widthPixels, heightPixels }: MediaFacts): string[] {
  return [
    ...(widthPixels === undefined || heightPixels === undefined ? [] : [`${widthPixels}x${heightPixels}`]),
    ...(durationMs === undefined ? [] : [`${(durationMs / 1000).toFixed(1)} s`]),
  ];
}

function fileLine(cwd: string, file: ReportedFile): string {
  const facts = [file.type?.mime ?? "unknown type", formatBytes(file.sizeBytes), ...factsText(file.facts)];
  const role = file.role === "thumbnail" ? ["preview of the video"] : [];
  const renamed =
    file.renamedFrom === undefined ? [] : [`renamed from ${path.basename(file.renamedFrom)} to match its content`];
  const note = file.note === undefined ? [] : [file.note];
  return `${shownPath(cwd, file.path)} (${[...facts, ...role, ...renamed, ...note].join(", ")})`;
}

/** First line the outcome, then one line a file, then job, notes and answer. */
export function callText(report: CallReport): string {
  const { tool, action, provider, cwd, files, durationMs, jobId, jobStatus, notes, answer } = report;
  const made = files.filter((file) => file.role !== "thumbnail").length;
  const outcome = made === 0 ? "done" : `${made} ${made === 1 ? "file" : "files"}`;
  const by = provider === "local" ? "" : ` with ${provider}`;
  const job = jobId === undefined ? [] : [`job ${jobId}${jobStatus === undefined ? "" : `: ${jobStatus}`}`];
  return [
    `${tool} ${action}${by}: ${outcome} in ${formatElapsed(durationMs)}`,
    ...files.map((file) => fileLine(cwd, file)),
    ...job,
    ...notes.map((note) => `note: ${note}`),
    ...(answer === undefined || answer === "" ? [] : [answer]),
  ].join("\n");
}
