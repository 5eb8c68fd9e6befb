/** The tool `project_status`: checks or acknowledges the mechanical state of the project. */

import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { approvalUi, progressResult, registerTool, runTool, successResult, type ToolResult } from "pi-adapter";
import { coreError, formatFailure } from "pi-extension-core/errors";
import type { AcknowledgeRequest } from "../project/acknowledge.ts";
import type { Refusal } from "../project/canonical.ts";
import { parseExpected } from "../project/expected-fingerprints.ts";
import type { BoundedMarks } from "../project/report.ts";
import { FOOTER_KEY, footerOf, footerOfFailure, footerOfSummary } from "../render/footer.ts";
import { renderProjectStatusCall, renderProjectStatusResult } from "../render/project-status-rows.ts";
import type { Sessions } from "../session/open-session.ts";
import type { AcknowledgeResult, CallOptions, CheckResult, Session } from "../session/session.ts";
import { withProgress } from "./progress.ts";
import { type ProjectStatusInput, projectStatusOutput, projectStatusParameters } from "./project-status-schema.ts";

type Checked = Extract<CheckResult, { kind: "checked" }>;

type ProjectStatusData =
  | ({ readonly action: "check" } & Checked["report"] & Pick<Checked, "notes"> & { readonly refusal?: Refusal })
  | { readonly action: "check"; readonly manifest: null; readonly workspaceRoot: string }
  | ({ readonly action: "acknowledge" } & BoundedMarks<AcknowledgeResult>);

/** What the schema cannot say: rules across fields, and that a reason is not blank. */
function toRequest(params: ProjectStatusInput): AcknowledgeRequest {
  const { files = [], fingerprints = [] } = params;
  const reason = params.reason?.trim() ?? "";
  const refuse = (message: string, hint: string) => coreError("INPUT_INVALID", message, { hint });
  if (files.length === 0) throw refuse("acknowledge names no files", "Name the reviewed files in files.");
  if (reason === "") throw refuse("acknowledge gives no reason", "Say in reason what was reviewed.");
  if (fingerprints.length > 0 && fingerprints.length !== files.length)
    throw refuse(
      `${fingerprints.length} fingerprints for ${files.length} files`,
      "Give one fingerprint for each file, in the same order, or none.",
    );
  return { files, expected: fingerprints.map(parseExpected), reason };
}

type Call = Required<Pick<CallOptions, "signal" | "onProgress">>;

async function lookAt(
  session: Session,
  files: readonly string[],
  call: Call,
  ctx: ExtensionContext,
): Promise<CheckResult> {
  try {
    const result = await session.check(files, { ...call, ui: approvalUi(ctx) });
    ctx.ui.setStatus(FOOTER_KEY, footerOf(result));
    return result;
  } catch (error) {
    ctx.ui.setStatus(FOOTER_KEY, footerOfFailure(error));
    throw error;
  }
}

async function check(
  sessions: Sessions,
  params: ProjectStatusInput,
  call: Call,
  ctx: ExtensionContext,
): Promise<ToolResult<ProjectStatusData>> {
  const session = await sessions.current(ctx);
  const { formatNoManifest, formatReport } = await import("../project/report-text.ts");
  const result = await lookAt(session, params.files ?? [], call, ctx);
  if (result.kind === "none") {
    const { workspaceRoot } = result;
    return successResult(formatNoManifest(workspaceRoot), { action: "check", manifest: null, workspaceRoot });
  }
  const { report, refusal, notes } = result;
  const text = [
    formatReport(report),
    ...(refusal === undefined ? [] : [formatFailure({ ...refusal, data: {} })]),
    ...notes.map((note) => `note: ${note}`),
  ];
  return successResult(text.join("\n"), {
    action: "check",
    ...report,
    notes,
    ...(refusal === undefined ? {} : { refusal }),
  });
}

async function acknowledge(
  sessions: Sessions,
  params: ProjectStatusInput,
  call: Call,
  ctx: ExtensionContext,
): Promise<ToolResult<ProjectStatusData>> {
  const request = toRequest(params);
  const session = await sessions.current(ctx);
  const { formatAcknowledgement } = await import("../project/report-text.ts");
  const { boundMarked } = await import("../project/report.ts");
  const result = await session.acknowledge(request, call);
  ctx.ui.setStatus(FOOTER_KEY, footerOfSummary(result.summary));
  const notes = result.changedSinceCheck.map((path) => `note: ${path} has other bytes than the last check showed`);
  return successResult([formatAcknowledgement(result), ...notes].join("\n"), {
    action: "acknowledge",
    ...boundMarked(result),
  });
}

export function registerProjectStatus(pi: ExtensionAPI, sessions: Sessions): void {
  registerTool<typeof projectStatusParameters, ProjectStatusData>(pi, {
    name: "project_status",
    label: "Project status",
    description:
      "project_status reports or acknowledges the mechanical state of a project with a SYNC.json. action=check: tracked " +
      "files that changed, are missing or flagged, and what depends on them. action=acknowledge: record that files were " +
      "reviewed as they are now (files, reason); direct dependants become needs-review. It compares paths and hashes and " +
      "judges no content. Lists are cut at 30 lines; name files to see theirs.",
    promptSnippet: "Check tracked project files (SYNC.json), or acknowledge reviewed ones",
    promptGuidelines: [
      "Run project_status with action=check before work that depends on tracked project files, and after changing them.",
      "Call project_status with action=acknowledge only for files whose present content was reviewed, with the reason.",
    ],
    parameters: projectStatusParameters,
    outputSchema: projectStatusOutput,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    // An edit in the same batch is over before its file is hashed.
    executionMode: "sequential",
    execute: (_id, params, signal, onUpdate, ctx) =>
      runTool(signal, () => {
        const show = onUpdate && ((text: string) => onUpdate(progressResult(text)));
        const act = params.action === "check" ? check : acknowledge;
        return withProgress(show, (onProgress) => act(sessions, params, { signal, onProgress }, ctx));
      }),
    renderCall: renderProjectStatusCall,
    renderResult: renderProjectStatusResult,
  });
}
