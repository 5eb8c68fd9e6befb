/** The state of a project as a person reads it, for any width. Pure. */

import { wrapTextWithAnsi } from "@earendil-works/pi-tui";
import { formatFailure } from "pi-extension-core/errors";
import {
  describeArtifact,
  describeCycle,
  describeEffect,
  formatNoManifest,
  formatSummary,
} from "../project/report-text.ts";
import type { CheckResult } from "../session/session.ts";

export type Tone = "title" | "heading" | "good" | "warning" | "muted";

export interface StatusLine {
  readonly text: string;
  readonly tone: Tone;
  /** Columns before the text, and before its continuation. */
  readonly indent: number;
}

/** Of each section unless the view is expanded. */
const COLLAPSED_ITEMS = 12;

const ITEM_INDENT = 2;
const DETAIL_INDENT = 6;

type Item = readonly StatusLine[];

function section(heading: string, items: readonly Item[], omitted: number, expanded: boolean): readonly StatusLine[] {
  if (items.length === 0) return [];
  const shown = expanded ? items : items.slice(0, COLLAPSED_ITEMS);
  const hidden = items.length - shown.length + omitted;
  return [
    { text: heading, tone: "heading", indent: 0 },
    ...shown.flat(),
    ...(hidden === 0 ? [] : [{ text: `... ${hidden} more`, tone: "muted", indent: ITEM_INDENT } as const]),
  ];
}

const oneLine = (text: string, tone: Tone = "warning"): Item => [{ text, tone, indent: ITEM_INDENT }];

/** @param expanded false cuts long sections */
export function statusLines(result: CheckResult, expanded: boolean): readonly StatusLine[] {
  if (result.kind === "none")
    return formatNoManifest(result.workspaceRoot)
      .split("\n")
      .map((text, index) => ({ text, tone: index === 0 ? "title" : "muted", indent: 0 }));
  const { refusal, notes } = result;
  const { manifest, summary, artifacts, affected, cycles, notices, brief, canonical, omitted } = result.report;
  const body = [
    ...section(
      "Artifacts",
      artifacts.map((artifact) => [
        { text: artifact.path, tone: "warning", indent: ITEM_INDENT },
        { text: describeArtifact(artifact), tone: "muted", indent: DETAIL_INDENT },
      ]),
      omitted.artifacts ?? 0,
      expanded,
    ),
    ...section(
      "Affected (depends on)",
      affected.map((effect) => oneLine(describeEffect(effect), "muted")),
      omitted.affected ?? 0,
      expanded,
    ),
    ...section(
      "Cycles",
      cycles.map((cycle) => oneLine(describeCycle(cycle))),
      omitted.cycles ?? 0,
      expanded,
    ),
    ...section(
      `Brief ${brief.path}`,
      brief.problems.map((problem) => oneLine(problem)),
      0,
      expanded,
    ),
    ...section(
      "Canonical names",
      canonical.map(({ name, path, state, reason }) =>
        oneLine(
          `${name}: ${path} ${state}${reason === undefined ? "" : ` (${reason})`}`,
          state === "readable" ? "muted" : "warning",
        ),
      ),
      omitted.canonical ?? 0,
      expanded,
    ),
    ...section(
      "Notes",
      [
        ...notices.map(({ path, message }) => oneLine(`${path} ${message}`, "muted")),
        ...(refusal === undefined ? [] : [oneLine(formatFailure({ ...refusal, data: {} }))]),
        ...notes.map((note) => oneLine(note, "muted")),
      ],
      omitted.notices ?? 0,
      expanded,
    ),
  ];
  const isGood = body.every(({ tone }) => tone !== "warning");
  return [{ text: `${manifest}: ${formatSummary(summary)}`, tone: isGood ? "good" : "title", indent: 0 }, ...body];
}

/** Lines no wider than `columns`, each styled as a whole. */
export function layOutStatus(
  lines: readonly StatusLine[],
  columns: number,
  style: (tone: Tone, text: string) => string = (_tone, text) => text,
): readonly string[] {
  return lines.flatMap(({ text, tone, indent }) => {
    const room = Math.max(columns - indent, 10);
    return wrapTextWithAnsi(text, room).map((part) => " ".repeat(indent) + style(tone, part));
  });
}
