/**
 * How calls look in the terminal: one line for the call, a few for the result, all of it when expanded. Pi itself shows
 * the images of a result below the rows.
 */

import type { Theme, ToolRenderResultOptions } from "@earendil-works/pi-coding-agent";
import { type Component, Text } from "@earendil-works/pi-tui";
import type { RenderContext } from "./register-tool.ts";
import { isFailure } from "./tool-result.ts";

const COLLAPSED_LINES = 5;
const MAX_SUBJECT_CHARACTERS = 60;
const MAX_PARTS = 3;

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string;
}

/** Arguments may be half streamed, or of an older session: nothing about them is certain. */
function subjectOf(args: Readonly<Record<string, unknown>>, telling: readonly string[]): string {
  const parts = telling
    .map((name) => args[name])
    .map((value) => (Array.isArray(value) ? String(value[0] ?? "") : value))
    .filter((value): value is string => typeof value === "string" && value !== "")
    .map((value) => value.replaceAll(/\s+/g, " "));
  return parts
    .slice(0, MAX_PARTS)
    .map((part) => (part.length > MAX_SUBJECT_CHARACTERS ? `${part.slice(0, MAX_SUBJECT_CHARACTERS - 1)}…` : part))
    .join(" ");
}

/** @param telling parameters that say what the call is about, most telling first; those that are there are shown */
export function renderToolCall(name: string, telling: readonly string[], args: object, theme: Theme): Component {
  const subject = subjectOf(Object.fromEntries(Object.entries(args)), telling);
  return new Text(`${theme.fg("toolTitle", theme.bold(name))} ${theme.fg("muted", subject)}`, 0, 0);
}

function textRows(text: string, isError: boolean, expanded: boolean, theme: Theme, context: RenderContext): Component {
  const [summary = "", ...rest] = text.split("\n");
  const shown = expanded ? rest : rest.slice(0, COLLAPSED_LINES);
  const hidden = rest.length - shown.length;
  const hint = context.keyHint?.("app.tools.expand", "to expand");
  const more = hidden === 0 ? [] : [`... ${hidden} more lines${hint === undefined ? "" : ` (${hint})`}`];
  const lines = [
    theme.fg(isError ? "error" : "success", summary),
    ...[...shown, ...more].map((line) => theme.fg("muted", line)),
  ];
  return new Text(lines.join("\n"), 0, 0);
}

/** The text of a result: its first line and a few more, all of it when expanded. */
export function renderToolResult(
  result: { readonly content: readonly Block[]; readonly details: unknown },
  { expanded, isPartial }: ToolRenderResultOptions,
  theme: Theme,
  context: RenderContext,
): Component {
  const text = result.content
    .map((block) => block.text ?? "")
    .filter((part) => part !== "")
    .join("\n");
  if (isPartial) return new Text(theme.fg("muted", text), 0, 0);
  return textRows(text, context.isError || isFailure(result.details), expanded, theme, context);
}
