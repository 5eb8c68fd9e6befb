/** Registers a tool whose calls are described by the tables: image, video, audio, media and doc. */

import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import {
  progressResult,
  registerTool,
  renderToolResult,
  runTool,
  successResult,
  type ToolAnnotations,
  type ToolResult,
} from "pi-adapter";
import { stripAtPrefix } from "pi-extension-core/fs";
import { toolSchema } from "../multix/schema/tool-schema.ts";
import type { TableTool } from "../multix/tables/index.ts";
import { callOutput } from "../render/output-schema.ts";
import { renderCall } from "../render/rows.ts";
import type { MultixSession } from "../session/multix-session.ts";
import type { MultixSessions } from "../session/open-session.ts";
import type { CallData } from "./perform-call.ts";

/** A call's parameters: by the schema, plus whatever a model makes of it. `planCall` checks all of them. */
export type CallParams = Readonly<Record<string, unknown>>;

export interface TableToolSpec {
  readonly tool: TableTool;
  readonly label: string;
  readonly description: string;
  readonly promptSnippet: string;
  readonly promptGuidelines: readonly string[];
  readonly annotations: ToolAnnotations;
  /** Answers a call that needs no run; undefined lets it run. */
  readonly before?: (session: MultixSession, params: CallParams) => Promise<ToolResult<CallData> | undefined>;
}

const isText = (value: unknown): value is string => typeof value === "string";

async function execute(
  spec: TableToolSpec,
  sessions: MultixSessions,
  params: CallParams,
  call: { signal: AbortSignal | undefined; show: ((text: string) => void) | undefined },
  ctx: ExtensionContext,
): Promise<ToolResult<CallData>> {
  const session = await sessions.current(ctx);
  const answered = await spec.before?.(session, params);
  if (answered !== undefined) return answered;
  const [{ planCall }, { performCall }] = await Promise.all([
    import("../multix/plan/plan-call.ts"),
    import("./perform-call.ts"),
  ]);
  const plan = planCall(spec.tool, params);
  const { text, data, images } = await performCall(
    session,
    plan,
    {
      cwd: session.resolveCwd(isText(params["cwd"]) ? stripAtPrefix(params["cwd"]) : undefined),
      timeoutMs: typeof params["timeoutMs"] === "number" ? params["timeoutMs"] : undefined,
      signal: call.signal,
      onProgress: (line) => call.show?.(line),
      preview: params["preview"] !== false,
    },
    ctx,
  );
  return successResult(text, data, images);
}

export function registerTableTool(pi: ExtensionAPI, sessions: MultixSessions, spec: TableToolSpec): void {
  const parameters = toolSchema(spec.tool);
  registerTool<typeof parameters, CallData>(pi, {
    name: `multix_${spec.tool}`,
    label: spec.label,
    description: spec.description,
    promptSnippet: spec.promptSnippet,
    promptGuidelines: [...spec.promptGuidelines],
    parameters,
    outputSchema: callOutput,
    annotations: spec.annotations,
    executionMode: "parallel",
    execute: (_id, params, signal, onUpdate, ctx) => {
      const show = onUpdate && ((text: string) => onUpdate(progressResult(text)));
      return runTool(signal, () => execute(spec, sessions, params, { signal, show }, ctx));
    },
    renderCall: (args, theme) => renderCall(`multix_${spec.tool}`, args, theme),
    renderResult: renderToolResult,
  });
}
