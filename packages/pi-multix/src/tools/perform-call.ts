/** Carries out a planned call: consent, run, files, job, and what to tell about them. */

import path from "node:path";
import { type ExtensionContext, truncateHead, withFileMutationQueue } from "@earendil-works/pi-coding-agent";
import { approvalUi, type ImageBlock } from "pi-adapter";
import { type CodedError, isCodedError } from "pi-extension-core/errors";
import { multixError } from "../errors.ts";
import { multixEnvironment } from "../multix/cli/child-environment.ts";
import type { CallPlan } from "../multix/plan/plan-call.ts";
import { probeMedia } from "../multix/results/probe-media.ts";
import { jobPhase, reportedJobId, reportedJobStatus } from "../multix/results/reported-output.ts";
import type { CallResult, MultixSession } from "../session/multix-session.ts";
import { type CallReport, callText, type ReportedFile } from "./call-text.ts";
import { askConsent } from "./consent.ts";
import { imagePreviews } from "./image-previews.ts";

export interface PerformOptions {
  /** Absolute. */
  readonly cwd: string;
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: (text: string) => void;
  /** Show generated images to the model. */
  readonly preview: boolean;
}

/** Complete data of a call, for rendering and for scripts. */
export interface CallData {
  readonly tool: string;
  readonly action: string;
  readonly provider: string;
  readonly files: readonly {
    readonly path: string;
    readonly role: string;
    readonly sizeBytes: number;
    readonly mime?: string;
    readonly renamedFrom?: string;
    readonly note?: string;
    readonly durationMs?: number;
    readonly widthPixels?: number;
    readonly heightPixels?: number;
  }[];
  readonly durationMs: number;
  readonly job?: { readonly id: string; readonly status?: string };
  readonly notes: readonly string[];
  readonly answer?: string;
  readonly cli: { readonly path: string; readonly source: string; readonly version?: string };
}

export interface Performed {
  readonly text: string;
  readonly data: CallData;
  readonly images: readonly ImageBlock[];
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** A job that was started counts even when waiting for it failed: it goes on, and costs, at the provider. */
async function recordJob(
  session: MultixSession,
  plan: CallPlan,
  stdout: string,
  stderr: string,
): Promise<string | undefined> {
  const id = plan.action === "status" ? textOf(plan.values["jobId"]) : reportedJobId(stdout, stderr);
  if (id === undefined || id === "" || plan.tool !== "video") return undefined;
  const key = { provider: plan.provider, id };
  if (plan.action === "status") {
    const phase = jobPhase(reportedJobStatus(stdout, stderr));
    if (phase === "done" || phase === "failed") await session.ledger().close(key, phase);
    return id;
  }
  const output = textOf(plan.values["output"]);
  await session.ledger().record({ ...key, action: plan.action, ...(output === "" ? {} : { output }) });
  return id;
}

async function run(
  session: MultixSession,
  plan: CallPlan,
  options: PerformOptions,
  ctx: ExtensionContext,
): Promise<CallResult> {
  const { cwd, timeoutMs, signal } = options;
  const call = () =>
    session.call(plan.argv, {
      cwd,
      timeoutMs,
      signal,
      ui: approvalUi(ctx),
      onProgress: (progress) => options.onProgress(progress.text),
    });
  const output = textOf(plan.values["output"]);
  try {
    // The file that the call writes is not written by another tool of this Pi meanwhile.
    return await (output === "" ? call() : withFileMutationQueue(path.resolve(cwd, output), call));
  } catch (error) {
    if (!isCodedError(error)) throw error;
    const id = await recordJob(session, plan, textOf(error.data["stdout"]), textOf(error.data["stderr"]));
    throw id === undefined || plan.action === "status" ? error : withJob(error, plan.provider, id);
  }
}

function withJob(error: CodedError, provider: string, id: string): CodedError {
  const hint = `The job goes on at ${provider}: ask for it with multix_video action=status provider=${provider} jobId=${id}.`;
  return multixError(error.code === "CLI_TIMED_OUT" ? "CLI_TIMED_OUT" : "CLI_FAILED", error.message, {
    hint,
    data: { ...error.data, job: { provider, id } },
    cause: error,
  });
}

async function withFacts(result: CallResult, options: PerformOptions, session: MultixSession): Promise<ReportedFile[]> {
  const { env, platform } = session.options;
  const probe = {
    env: multixEnvironment(env, platform, options.cwd),
    platform,
    cwd: options.cwd,
    signal: options.signal,
  };
  const isTimed = (kind: string | undefined): boolean => kind === "audio" || kind === "video";
  return Promise.all(
    result.files.map(async (file) => ({
      ...file,
      facts: isTimed(file.type?.kind) ? await probeMedia(file.path, probe) : {},
    })),
  );
}

/** Text that is the result itself: everything, where no file was made. */
function answerOf(plan: CallPlan, result: CallResult): string | undefined {
  if (result.files.length > 0 && plan.tool !== "audio") return undefined;
  if (result.files.length > 0 && plan.action !== "transcribe") return undefined;
  const { content, truncated, totalLines, outputLines } = truncateHead(result.run.stdout.trim());
  return truncated ? `${content}\n[first ${outputLines} of ${totalLines} lines]` : content;
}

function missingResult(plan: CallPlan, result: CallResult): CodedError {
  return multixError(
    "RESULT_MISSING",
    `${plan.provider} ended without an error, but made no file for ${plan.tool} ${plan.action}`,
    {
      hint: "It may have been paid for. Read the output, then change the request before you repeat it.",
      data: { stdout: result.run.stdout, stderr: result.run.stderr },
    },
  );
}

function dataOf(report: CallReport, { cli }: CallResult): CallData {
  const { tool, action, provider, files, durationMs, jobId, jobStatus, notes, answer } = report;
  return {
    tool,
    action,
    provider,
    files: files.map(({ path: file, role, sizeBytes, type, renamedFrom, note, facts }) => ({
      path: file,
      role,
      sizeBytes,
      ...(type === undefined ? {} : { mime: type.mime }),
      ...(renamedFrom === undefined ? {} : { renamedFrom }),
      ...(note === undefined ? {} : { note }),
      ...facts,
    })),
    durationMs,
    ...(jobId === undefined ? {} : { job: { id: jobId, ...(jobStatus === undefined ? {} : { status: jobStatus }) } }),
    notes,
    ...(answer === undefined || answer === "" ? {} : { answer }),
    cli: { path: cli.path, source: cli.source, ...(cli.version === undefined ? {} : { version: cli.version }) },
  };
}

/**
 * @throws what `MultixSession.call` throws; CONSENT_REQUIRED, CONSENT_DECLINED; RESULT_MISSING when the CLI reports
 *   success without the file that the call should make
 */
export async function performCall(
  session: MultixSession,
  plan: CallPlan,
  options: PerformOptions,
  ctx: ExtensionContext,
): Promise<Performed> {
  if (plan.consent !== undefined) await askConsent(ctx, plan.consent, options.signal);
  const result = await run(session, plan, options, ctx);
  const { stdout, stderr, durationMs } = result.run;
  const hasJob = plan.leavesJob || plan.action === "status";
  const jobId = hasJob ? await recordJob(session, plan, stdout, stderr) : undefined;
  if (plan.savesFile && !result.files.some((file) => file.role !== "thumbnail")) throw missingResult(plan, result);
  const report: CallReport = {
    tool: `multix_${plan.tool}`,
    action: plan.action,
    provider: plan.provider,
    cwd: options.cwd,
    files: await withFacts(result, options, session),
    durationMs,
    jobId,
    jobStatus: jobId === undefined ? undefined : reportedJobStatus(stdout, stderr),
    notes: plan.notes,
    answer: answerOf(plan, result),
  };
  const images = options.preview ? await imagePreviews(result.files) : [];
  return { text: callText(report), data: dataOf(report, result), images };
}
