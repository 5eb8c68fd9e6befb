/** How project_status looks in the terminal: one line for the call, a few for the result, all of it when expanded. */

import type { Theme, ToolRenderResultOptions } from "@earendil-works/pi-coding-agent";
import { type Component, Text } from "@earendil-works/pi-tui";
import type { RenderContext } from "pi-adapter";
import { isFailure } from "pi-adapter";

const COLLAPSED_LINES = 6;

interface CallArguments {
  readonly action?: unknown;
  readonly files?: unknown;
}

/** Arguments may be half streamed, or of an older session: nothing about them is certain. */
function subjectOf({ action, files }: CallArguments): string {
  const names = Array.isArray(files) ? files.filter((name): name is string => typeof name === "string") : [];
  const [first] = names;
  const more = names.length > 1 ? ` and ${names.length - 1} more` : "";
  return `${typeof action === "string" ? action : "..."}${first === undefined ? "" : ` ${first}${more}`}`;
}

export function renderProjectStatusCall(args: CallArguments, theme: Theme): Component {
  return new Text(`${theme.fg("toolTitle", theme.bold("project_status"))} ${theme.fg("muted", subjectOf(args))}`, 0, 0);
}

function toneOf(details: unknown, isError: boolean): "error" | "success" | "warning" {
  if (isError || isFailure(details)) return "error";
  const summary = typeof details === "object" && details !== null && "summary" in details ? details.summary : undefined;
  if (typeof summary !== "object" || summary === null) return "success";
  const { tracked, inOrder } = summary as { tracked?: unknown; inOrder?: unknown };
  return tracked === inOrder ? "success" : "warning";
}

export function renderProjectStatusResult(
  result: { readonly content: readonly { readonly type: string; readonly text?: string }[]; readonly details: unknown },
  { expanded, isPartial }: ToolRenderResultOptions,
  theme: Theme,
  context: RenderContext,
): Component {
  const text = result.content.map((block) => block.text ?? "").join("\n");
  if (isPartial) return new Text(theme.fg("muted", text), 0, 0);
  const [summary = "", ...rest] = text.split("\n");
  const shown = expanded ? rest : rest.slice(0, COLLAPSED_LINES);
  const hidden = rest.length - shown.length;
  const hint = context.keyHint?.("app.tools.expand", "to expand");
  const more = hidden === 0 ? [] : [`... ${hidden} more lines${hint === undefined ? "" : ` (${hint})`}`];
  const lines = [
    theme.fg(toneOf(result.details, context.isError), summary),
    ...[...shown, ...more].map((line) => theme.fg("muted", line)),
  ];
  return new Text(lines.join("\n"), 0, 0);
}
