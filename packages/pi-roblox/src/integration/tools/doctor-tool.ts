/** The tool `roblox_doctor`: every fact by itself, with what to do about it. */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { progressResult, registerTool, renderToolCall, renderToolResult, runTool, successResult } from "pi-adapter";
import { Type } from "typebox";
import type { DoctorFact } from "../../runtime/doctor/facts.ts";
import type { Sessions } from "../sessions.ts";
import { closed, oneOf, readOnly } from "./tool-shape.ts";

const parameters = Type.Object({}, closed);

const text = Type.String();
const output = Type.Object({
  facts: Type.Array(
    Type.Object({
      id: text,
      title: text,
      state: oneOf(["pass", "warn", "fail", "off", "unchecked"]),
      detail: text,
      fix: Type.Optional(text),
    }),
  ),
});

export function registerDoctorTool(pi: ExtensionAPI, sessions: Sessions): void {
  registerTool<typeof parameters, { readonly facts: readonly DoctorFact[] }>(pi, {
    name: "roblox_doctor",
    label: "Roblox doctor",
    description:
      "roblox_doctor looks at everything that can keep this Roblox project from working, one fact for each, with a fix: " +
      "configuration, approvals, rojo program and version, project, server, sourcemap, conflicts, Studio, folders, " +
      "left-over processes, unfinished checkpoints. What was not looked at is unchecked, never pass.",
    promptSnippet: "Find out why something about Rojo, Studio or the configuration does not work",
    promptGuidelines: ["Run roblox_doctor when a roblox tool fails in a way that its own hint does not solve."],
    parameters,
    outputSchema: output,
    annotations: readOnly,
    executionMode: "parallel",
    execute: (_id, _params, signal, onUpdate, ctx) =>
      runTool(signal, async () => {
        onUpdate?.(progressResult("looking at configuration, Rojo, server, maps and records"));
        const session = await sessions.current(ctx);
        const [{ gatherFacts }, { formatFacts }] = await Promise.all([
          import("../../runtime/doctor/gather-facts.ts"),
          import("../../runtime/doctor/facts.ts"),
        ]);
        const facts = await gatherFacts(session, signal);
        return successResult(formatFacts(facts), { facts });
      }),
    renderCall: (args, theme) => renderToolCall("roblox_doctor", [], args, theme),
    renderResult: renderToolResult,
  });
}
