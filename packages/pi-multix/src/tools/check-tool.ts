/** The tool `multix_check`: which CLI is used and why, which providers are usable, what else is installed. */

import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import {
  approvalUi,
  progressResult,
  registerTool,
  renderToolResult,
  runTool,
  successResult,
  type ToolResult,
} from "pi-adapter";
import { isCodedError } from "pi-extension-core/errors";
import { stripAtPrefix } from "pi-extension-core/fs";
import { Type } from "typebox";
import { plainOutput } from "../render/output-schema.ts";
import { renderCall } from "../render/rows.ts";
import type { MultixSession } from "../session/multix-session.ts";
import type { MultixSessions } from "../session/open-session.ts";
import { keyStatusText } from "./key-text.ts";

const parameters = Type.Object(
  {
    verbose: Type.Optional(Type.Boolean({ description: "Also probe the Codex image driver." })),
    cwd: Type.Optional(Type.String({ description: "Working directory, absolute or relative to the session's." })),
    timeoutMs: Type.Optional(Type.Integer({ minimum: 1000, maximum: 3_600_000 })),
  },
  { additionalProperties: false },
);

type Params = Readonly<Record<string, unknown>>;
type Data = Readonly<Record<string, unknown>>;

interface CheckCall {
  readonly cwd: string;
  readonly timeoutMs: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: (text: string) => void;
}

/** The CLI's own report. Exit code 1 is its answer when no key is usable, not a failure. */
async function ownReport(
  session: MultixSession,
  argv: readonly string[],
  call: CheckCall,
  ctx: ExtensionContext,
): Promise<string> {
  const { cwd, timeoutMs, signal } = call;
  try {
    const { run } = await session.call(argv, {
      cwd,
      timeoutMs,
      signal,
      ui: approvalUi(ctx),
      onProgress: (progress) => call.onProgress(progress.text),
    });
    return `${run.stdout}${run.stderr}`;
  } catch (error) {
    const isReport = isCodedError(error) && error.code === "CLI_FAILED" && error.data["exitCode"] === 1;
    if (!isReport) throw error;
    return [error.data["stdout"], error.data["stderr"]].filter((text) => typeof text === "string").join("");
  }
}

/** The lines about tools and connectivity; those about keys are said better by the key status. */
function tellingLines(report: string): string[] {
  return report
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(
      (line) => /ffmpeg|ImageMagick|cwebp|codex|network|connect|API/i.test(line) && !/_KEY|_TOKEN|=====/.test(line),
    );
}

async function check(
  session: MultixSession,
  params: Params,
  call: CheckCall,
  ctx: ExtensionContext,
): Promise<ToolResult<Data>> {
  const [{ keyStatus }, { checkDrift }, { driftLine }, { multixEnvironment }] = await Promise.all([
    import("../multix/keys/manage-keys.ts"),
    import("../multix/drift/check-drift.ts"),
    import("../multix/drift/compare-surface.ts"),
    import("../multix/cli/child-environment.ts"),
  ]);
  const cli = await session.locate({ cwd: call.cwd, ui: approvalUi(ctx), signal: call.signal });
  const report = await ownReport(session, params["verbose"] === true ? ["check", "--verbose"] : ["check"], call, ctx);
  const keys = await keyStatus(session.keyContext(call.cwd));
  const { agentDir, env, platform } = session.options;
  call.onProgress("comparing the CLI's help with this extension");
  const drift =
    cli.version === undefined
      ? undefined
      : await checkDrift(cli, cli.version, {
          agentDir,
          cwd: call.cwd,
          env: multixEnvironment(env, platform, call.cwd),
          signal: call.signal,
        });
  const version = cli.version === undefined ? "" : ` ${cli.version}`;
  const driftText = drift === undefined ? "its help could not be compared with this extension" : driftLine(drift);
  const lines = [
    `multix${version}: ${cli.path} (${cli.why}); ${driftText}`,
    keyStatusText(keys),
    ...tellingLines(report),
  ];
  return successResult(lines.join("\n"), { cli: { ...cli }, keys, report, ...(drift === undefined ? {} : { drift }) });
}

export function registerCheckTool(pi: ExtensionAPI, sessions: MultixSessions): void {
  registerTool<typeof parameters, Data>(pi, {
    name: "multix_check",
    label: "multix check",
    description:
      "multix_check tells which multix CLI is used and why, which providers have a usable key and where it comes from, " +
      "which local programs (ffmpeg, ImageMagick) are there, and whether the CLI is newer than this extension.",
    promptSnippet: "multix_check: is multix installed, which providers and local programs are usable",
    promptGuidelines: [
      "Run multix_check before the first multix call of a session, and when a call fails for a key or a program.",
    ],
    parameters,
    outputSchema: plainOutput,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    executionMode: "parallel",
    execute: (_id, params: Params, signal, onUpdate, ctx) =>
      runTool(signal, async () => {
        const session = await sessions.current(ctx);
        const call = {
          cwd: session.resolveCwd(typeof params["cwd"] === "string" ? stripAtPrefix(params["cwd"]) : undefined),
          timeoutMs: typeof params["timeoutMs"] === "number" ? params["timeoutMs"] : undefined,
          signal,
          onProgress: (line: string) => onUpdate?.(progressResult(line)),
        };
        return check(session, params, call, ctx);
      }),
    renderCall: (args, theme) => renderCall("multix_check", args, theme),
    renderResult: renderToolResult,
  });
}
