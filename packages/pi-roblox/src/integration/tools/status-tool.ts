/** The tool `roblox_status`: what the session has found and started, at once. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { registerTool, renderToolCall, renderToolResult, runTool, successResult } from "pi-adapter";
import { Type } from "typebox";
import type { SessionStatus } from "../../runtime/session/status.ts";
import type { Sessions } from "../sessions.ts";
import { closed, oneOf, readOnly } from "./tool-shape.ts";

const parameters = Type.Object({}, closed);

const text = Type.String();
const output = Type.Object({
  workspace: text,
  steps: Type.Array(
    Type.Object({
      name: text,
      state: oneOf(["waiting", "running", "ready", "off", "failed"]),
      detail: text,
      failure: Type.Optional(Type.Object({ code: text, message: text, hint: Type.Optional(text) })),
    }),
  ),
  server: Type.Optional(text),
  liveTree: Type.Optional(text),
  maps: Type.Array(
    Type.Object({
      kind: oneOf(["live-tree", "project", "sourcemap"]),
      instances: Type.Integer(),
      ageMs: Type.Number(),
      staleBecause: Type.Optional(text),
    }),
  ),
});

export function registerStatusTool(pi: ExtensionAPI, sessions: Sessions): void {
  registerTool<typeof parameters, SessionStatus>(pi, {
    name: "roblox_status",
    label: "Roblox status",
    description:
      "roblox_status tells at once what is known of this Roblox project: configuration, Rojo project, rojo serve, " +
      "sourcemap, live tree, Studio. It starts nothing and waits for nothing.",
    promptSnippet: "State of the Roblox project: configuration, Rojo project, server, maps, Studio",
    promptGuidelines: ["Use roblox_doctor instead of roblox_status to find out why something does not work."],
    parameters,
    outputSchema: output,
    annotations: readOnly,
    executionMode: "parallel",
    execute: (_id, _params, signal, _onUpdate, ctx) =>
      runTool(signal, async () => {
        const session = await sessions.current(ctx);
        const [{ readStatus }, { formatStatus }] = await Promise.all([
          import("../../runtime/session/read-status.ts"),
          import("../../runtime/session/status.ts"),
        ]);
        const status = readStatus(session);
        return successResult(formatStatus(status), status);
      }),
    renderCall: (args, theme) => renderToolCall("roblox_status", [], args, theme),
    renderResult: renderToolResult,
  });
}
