/** The tool `multix_models`: providers and their keys, lists of models and voices. No parameter can hold a key. */

import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { progressResult, registerTool, renderToolResult, runTool, successResult, type ToolResult } from "pi-adapter";
import { coreError } from "pi-extension-core/errors";
import { stripAtPrefix } from "pi-extension-core/fs";
import { Type } from "typebox";
import type { StoreReport } from "../multix/keys/manage-keys.ts";
import type { KeySourceRequest } from "../multix/keys/staged-key.ts";
import { storableVariables } from "../multix/keys/variables.ts";
import { actionsOf, providersOf } from "../multix/tables/index.ts";
import { plainOutput } from "../render/output-schema.ts";
import { renderCall } from "../render/rows.ts";
import type { MultixSession } from "../session/multix-session.ts";
import type { MultixSessions } from "../session/open-session.ts";
import { keyStatusText } from "./key-text.ts";

const ACTIONS = ["providers", "models", "scaffold", "set-key", "unset-key"] as const;

const oneOf = (values: readonly string[], description: string) =>
  Type.Unsafe<string>({ type: "string", enum: [...values], description });

const parameters = Type.Object(
  {
    action: oneOf(
      ACTIONS,
      "providers: which keys are usable. models: what a provider offers. The rest manages ~/.multix/.env.",
    ),
    kind: Type.Optional(oneOf(actionsOf("models"), "models: what to list. Default models.")),
    provider: Type.Optional(oneOf(providersOf("models"), "models: whose list.")),
    limit: Type.Optional(Type.Integer({ minimum: 1, description: "models of leonardo: at most so many." })),
    category: Type.Optional(Type.String({ description: "voices: cloned, generated, premade or professional." })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "voices: how many." })),
    variable: Type.Optional(oneOf([...storableVariables.keys()], "scaffold, set-key, unset-key: the variable's name.")),
    fromEnv: Type.Optional(
      Type.String({
        maxLength: 100,
        description: "set-key: NAME of an environment variable of Pi that holds the key. Never the key itself.",
      }),
    ),
    fromFile: Type.Optional(
      Type.String({
        maxLength: 4096,
        description: "set-key: PATH of a file of the user whose only line is the key. Never the key itself.",
      }),
    ),
    consume: Type.Optional(
      Type.Boolean({ description: "set-key: delete the file, or forget the variable, once the key is stored." }),
    ),
    overwrite: Type.Optional(Type.Boolean({ description: "set-key: replace another value. Default false." })),
    cwd: Type.Optional(Type.String({ description: "Working directory, absolute or relative to the session's." })),
    timeoutMs: Type.Optional(Type.Integer({ minimum: 1000, maximum: 3_600_000 })),
  },
  { additionalProperties: false },
);

type Params = Readonly<Record<string, unknown>>;
type Data = Readonly<Record<string, unknown>>;

const text = (params: Params, name: string): string | undefined => {
  const value = params[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

function need(params: Params, name: string): string {
  const value = text(params, name);
  if (value !== undefined) return value;
  throw coreError("INPUT_INVALID", `${String(params["action"])} needs ${name}`, {
    hint: `Give ${name}.`,
    data: { parameter: name },
  });
}

function sourceOf(params: Params): KeySourceRequest {
  const [fromEnv, fromFile] = [text(params, "fromEnv"), text(params, "fromFile")];
  if (fromEnv !== undefined && fromFile === undefined) return { kind: "env", name: fromEnv };
  if (fromFile !== undefined && fromEnv === undefined) return { kind: "file", path: fromFile };
  throw coreError("INPUT_INVALID", "set-key needs exactly one of fromEnv and fromFile", {
    hint: "Let the user put the key into a variable or a file, then name that.",
    data: { parameters: ["fromEnv", "fromFile"] },
  });
}

const CHANGES = {
  added: "stored",
  replaced: "replaced",
  unchanged: "was already stored with this value",
  removed: "removed",
  absent: "was not stored",
} as const;

function storeText(report: StoreReport): string {
  const consumed = report.consumed ? ["the staged key was taken away"] : [];
  return [
    `${report.variable} ${CHANGES[report.change]} (${report.file})`,
    ...consumed,
    ...report.warnings.map((warning) => `warning: ${warning}`),
  ].join("\n");
}

async function manageKeys(session: MultixSession, params: Params, cwd: string): Promise<ToolResult<Data>> {
  const { keyStatus, scaffoldKeys, setKey, unsetKey } = await import("../multix/keys/manage-keys.ts");
  const context = session.keyContext(cwd);
  switch (params["action"]) {
    case "providers": {
      const report = await keyStatus(context);
      return successResult(keyStatusText(report), { action: "providers", ...report });
    }
    case "scaffold": {
      const report = await scaffoldKeys(text(params, "variable") ?? "GEMINI_API_KEY", context);
      const lines = [
        `${report.file} ${report.written ? "is prepared" : "was prepared already"}. The user can enter a key without showing it:`,
        `bash or zsh: ${report.commands.posix}`,
        `PowerShell: ${report.commands.powershell}`,
        ...report.warnings.map((warning) => `warning: ${warning}`),
      ];
      return successResult(lines.join("\n"), { action: "scaffold", ...report });
    }
    case "set-key": {
      const request = {
        variable: need(params, "variable"),
        source: sourceOf(params),
        consume: params["consume"] === true,
        overwrite: params["overwrite"] === true,
      };
      const report = await setKey(request, context);
      return successResult(storeText(report), { action: "set-key", ...report });
    }
    default: {
      const report = await unsetKey(need(params, "variable"), context);
      return successResult(storeText(report), { action: "unset-key", ...report });
    }
  }
}

async function listModels(
  session: MultixSession,
  params: Params,
  cwd: string,
  signal: AbortSignal | undefined,
  show: (text: string) => void,
  ctx: ExtensionContext,
): Promise<ToolResult<Data>> {
  const [{ planCall }, { performCall }] = await Promise.all([
    import("../multix/plan/plan-call.ts"),
    import("./perform-call.ts"),
  ]);
  const { provider, limit, category, pageSize } = params;
  const plan = planCall("models", { action: text(params, "kind") ?? "models", provider, limit, category, pageSize });
  const timeoutMs = typeof params["timeoutMs"] === "number" ? params["timeoutMs"] : undefined;
  const { text: answer, data } = await performCall(
    session,
    plan,
    { cwd, timeoutMs, signal, onProgress: show, preview: false },
    ctx,
  );
  return successResult(answer, { ...data });
}

export function registerModelsTool(pi: ExtensionAPI, sessions: MultixSessions): void {
  registerTool<typeof parameters, Data>(pi, {
    name: "multix_models",
    label: "multix models",
    description:
      "multix_models shows which providers have a usable key, lists models and voices, and manages the key file " +
      "~/.multix/.env. It takes no key: the user stages one in an environment variable or a file, and set-key names that.",
    promptSnippet: "multix_models: usable providers, model and voice lists, key file",
    promptGuidelines: [
      "Never ask for an API key in the conversation and never pass one to multix_models; use action=scaffold and show the user its command.",
    ],
    parameters,
    outputSchema: plainOutput,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    executionMode: "sequential",
    execute: (_id, params: Params, signal, onUpdate, ctx) =>
      runTool(signal, async () => {
        const session = await sessions.current(ctx);
        const given = text(params, "cwd");
        const cwd = session.resolveCwd(given === undefined ? undefined : stripAtPrefix(given));
        const show = (line: string): void => onUpdate?.(progressResult(line));
        return params["action"] === "models"
          ? listModels(session, params, cwd, signal, show, ctx)
          : manageKeys(session, params, cwd);
      }),
    renderCall: (args, theme) => renderCall("multix_models", args, theme),
    renderResult: renderToolResult,
  });
}
