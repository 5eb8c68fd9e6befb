/** The tool `roblox_rojo`: the project as Rojo sees it, the server, the sourcemap. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { registerTool, renderToolCall, renderToolResult, runTool, successResult } from "pi-adapter";
import { Type } from "typebox";
import type { RojoAnswer } from "../../runtime/rojo/rojo-actions.ts";
import type { Sessions } from "../sessions.ts";
import { closed, oneOf } from "./tool-shape.ts";

const ACTIONS = ["project", "server", "start", "stop", "restart", "log", "sourcemap", "version"] as const;

const parameters = Type.Object(
  {
    action: oneOf(ACTIONS, {
      description:
        "project: what the project file says and what Rojo refuses in it. server: its state. start, stop, restart: rojo " +
        "serve of this session. log: what it printed. sourcemap: make it anew. version: the rojo program.",
    }),
  },
  closed,
);

const output = Type.Object({ action: oneOf(ACTIONS), text: Type.String() }, { additionalProperties: true });

export function registerRojoTool(pi: ExtensionAPI, sessions: Sessions): void {
  registerTool<typeof parameters, RojoAnswer>(pi, {
    name: "roblox_rojo",
    label: "Rojo",
    description:
      "roblox_rojo shows the Rojo project as this Rojo reads it, and starts, stops or restarts `rojo serve` of this " +
      "session. A server of somebody else is used, never stopped. It changes no file but the sourcemap in Pi's folder.",
    promptSnippet: "Rojo project, rojo serve and sourcemap of this workspace",
    promptGuidelines: ["Call roblox_rojo with action=project after editing a *.project.json file."],
    parameters,
    outputSchema: output,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    executionMode: "sequential",
    execute: (_id, { action }, signal, _onUpdate, ctx) =>
      runTool(signal, async () => {
        const { assertAllowed, rojoAction } = await import("../../runtime/rojo/rojo-actions.ts");
        const session = await sessions.current(ctx);
        await assertAllowed(session, action, signal);
        const answer = await rojoAction(session, action, signal);
        return successResult(answer.text, answer);
      }),
    renderCall: (args, theme) => renderToolCall("roblox_rojo", ["action"], args, theme),
    renderResult: renderToolResult,
  });
}
