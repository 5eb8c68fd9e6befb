/** The tool `multix_run`: any command of the CLI that no other tool has. */

import { type ExtensionAPI, truncateHead } from "@earendil-works/pi-coding-agent";
import { approvalUi, progressResult, registerTool, renderToolResult, runTool, successResult } from "pi-adapter";
import { stripAtPrefix } from "pi-extension-core/fs";
import { Type } from "typebox";
import { plainOutput } from "../render/output-schema.ts";
import { renderCall } from "../render/rows.ts";
import type { MultixSessions } from "../session/open-session.ts";
import { callText } from "./call-text.ts";
import { askConsent } from "./consent.ts";

const parameters = Type.Object(
  {
    args: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: 200,
      description:
        'Words of the command, then options as --name=value, then "--" and positional values. Example: ["elevenlabs","isolate","--input=a.wav"].',
    }),
    cwd: Type.Optional(Type.String({ description: "Working directory, absolute or relative to the session's." })),
    timeoutMs: Type.Optional(
      Type.Integer({ minimum: 1000, maximum: 3_600_000, description: "Default 600000, at most one hour." }),
    ),
  },
  { additionalProperties: false },
);

type Params = Readonly<Record<string, unknown>>;
type Data = Readonly<Record<string, unknown>>;

export function registerRunTool(pi: ExtensionAPI, sessions: MultixSessions): void {
  registerTool<typeof parameters, Data>(pi, {
    name: "multix_run",
    label: "multix run",
    description:
      "multix_run runs any command of the multix CLI that has no tool of its own: elevenlabs isolate, dub, align, voice-changer " +
      "and voices; byteplus generate-3d; leonardo upscale; fal run and others. Commands that change an account ask the user; " +
      'installing software is refused. args ending in "--help" shows what a command takes.',
    promptSnippet: "multix_run: any other command of the multix CLI, by its arguments",
    promptGuidelines: [
      "Prefer multix_image, multix_video, multix_audio, multix_media and multix_doc over multix_run where they have the action.",
      "In multix_run write every option as one token, --name=value, and positional values after --.",
    ],
    parameters,
    outputSchema: plainOutput,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    executionMode: "parallel",
    execute: (_id, params: Params, signal, onUpdate, ctx) =>
      runTool(signal, async () => {
        const session = await sessions.current(ctx);
        const { planRun } = await import("../multix/plan/plan-run.ts");
        const plan = planRun(params["args"]);
        if (plan.consent !== undefined) await askConsent(ctx, plan.consent, signal);
        const cwd = session.resolveCwd(typeof params["cwd"] === "string" ? stripAtPrefix(params["cwd"]) : undefined);
        const { run, files, cli } = await session.call(plan.argv, {
          cwd,
          timeoutMs: typeof params["timeoutMs"] === "number" ? params["timeoutMs"] : undefined,
          signal,
          ui: approvalUi(ctx),
          onProgress: (progress) => onUpdate?.(progressResult(progress.text)),
        });
        const { content, truncated, totalLines, outputLines } = truncateHead(`${run.stdout}${run.stderr}`.trim());
        const answer = truncated ? `${content}\n[first ${outputLines} of ${totalLines} lines]` : content;
        const [provider = "", ...rest] = plan.command;
        const report = {
          tool: "multix_run",
          action: rest.join(" "),
          provider,
          cwd,
          durationMs: run.durationMs,
          jobId: undefined,
          jobStatus: undefined,
          notes: [],
          answer,
        };
        const text = callText({ ...report, files: files.map((file) => ({ ...file, facts: {} })) });
        return successResult<Data>(text, { args: plan.argv, files, run, cli: { ...cli } });
      }),
    renderCall: (args, theme) =>
      renderCall("multix_run", { command: Array.isArray(args.args) ? args.args.slice(0, 4).join(" ") : "" }, theme),
    renderResult: renderToolResult,
  });
}
