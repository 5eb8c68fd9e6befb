/** The tool `roblox_inspect`: ownership, content, hash and requires of one file or instance. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { registerTool, renderToolCall, renderToolResult, runTool, successResult } from "pi-adapter";
import { Type } from "typebox";
import type { InspectAnswer } from "../../runtime/inspect/inspect-service.ts";
import type { Sessions } from "../sessions.ts";
import { closed, readOnly, targetParameter } from "./tool-shape.ts";

const parameters = Type.Object(
  {
    target: targetParameter,
    firstLine: Type.Optional(Type.Integer({ minimum: 1, description: "First line of the content. Default 1." })),
    maxChars: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: "0 for no content." })),
  },
  closed,
);

const text = Type.String();
const count = Type.Integer();
const output = Type.Object({
  ownership: Type.Object({ owner: text, reason: text, whatToDo: text }, { additionalProperties: true }),
  file: Type.Optional(text),
  content: Type.Optional(
    Type.Object({ text, fingerprint: text, totalLines: count, totalBytes: count }, { additionalProperties: true }),
  ),
  noContent: Type.Optional(text),
  children: Type.Array(Type.Object({ name: text, className: text })),
  childCount: count,
  requires: Type.Array(Type.Object({ line: count, text, leadsTo: Type.Array(text), unresolved: Type.Optional(text) })),
  requiresAgeMs: Type.Number(),
  requiredBy: Type.Array(Type.Object({ file: text, line: count, text })),
});

export function registerInspectTool(pi: ExtensionAPI, sessions: Sessions): void {
  registerTool<typeof parameters, InspectAnswer>(pi, {
    name: "roblox_inspect",
    label: "Roblox inspect",
    description:
      "roblox_inspect shows one file or instance: who owns it and how to change it, the instance or file on the other " +
      "side, its children, its content with the sha256 that a change is based on, what it requires and who requires it.",
    promptSnippet: "One file or instance: owner, content with sha256, children, requires in and out",
    promptGuidelines: [
      "Call roblox_inspect before changing a script or instance: it says whether to edit a file or to work in Studio.",
    ],
    parameters,
    outputSchema: output,
    annotations: readOnly,
    executionMode: "parallel",
    execute: (_id, params, signal, _onUpdate, ctx) =>
      runTool(signal, async () => {
        const session = await sessions.current(ctx);
        const [{ inspect }, { formatInspection }] = await Promise.all([
          import("../../runtime/inspect/inspect-service.ts"),
          import("../../runtime/inspect/inspect-text.ts"),
        ]);
        const { config } = await session.active(signal);
        const { target, firstLine, maxChars = config.context.maxFileChars } = params;
        const keeper = await session.requireKeeper(signal);
        const answer = await inspect(session, keeper, { target, firstLine, maxChars }, signal);
        return successResult(formatInspection(answer, session.options.root), answer);
      }),
    renderCall: (args, theme) => renderToolCall("roblox_inspect", ["target"], args, theme),
    renderResult: renderToolResult,
  });
}
