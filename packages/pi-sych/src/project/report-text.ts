/**
 * A report as short text: one fact a line, the model's first view and the print output. Bounded; it says what it leaves
 * out and how to see it. Pure.
 */

import type { AcknowledgeOutcome } from "./acknowledge.ts";
import { shortFingerprint } from "./expected-fingerprints.ts";
import type { ArtifactReport, CycleReport, EffectReport, ProjectReport } from "./report.ts";
import type { ProjectSummary } from "./summary.ts";

/** Entries that a text shows of each list. */
const MAX_LINES_SHOWN = 30;

/** Where a line is cut: SYNC.json may hold names and lists of any length, and all of this goes to a model. */
const MAX_LINE_LENGTH = 500;

const cutLine = (line: string): string =>
  line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH).toWellFormed()}…` : line;

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** `6 artifacts: 3 in order, 1 changed, 1 missing; 2 affected` */
export function formatSummary(summary: ProjectSummary): string {
  const { tracked, affected } = summary;
  const parts: readonly [number, string][] = [
    [summary.inOrder, "in order"],
    [summary.changed, "changed"],
    [summary.new, "never acknowledged"],
    [summary.missing, "missing"],
    [summary.unreadable, "unreadable"],
    [summary.needsReview, "needs-review"],
    [summary.stale, "stale"],
    [summary.conflicted, "conflicted"],
    [summary.recordedMissing, "recorded as missing"],
  ];
  const shown = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const effect = affected === 0 ? "" : `; ${counted(affected, "affected", "affected")}`;
  return `${counted(tracked, "artifact")}${shown.length === 0 ? "" : `: ${shown.join(", ")}`}${effect}`;
}

/** What is to be said about one artifact, without its path. */
export function describeArtifact(artifact: ArtifactReport): string {
  const { state, status, fingerprint, recordedFingerprint, note, sourcesAcknowledgedLater = [] } = artifact;
  const facts: string[] = [];
  if (state === "changed") {
    const recorded = recordedFingerprint === undefined ? "" : ` (recorded ${shortFingerprint(recordedFingerprint)})`;
    facts.push(`changed to ${fingerprint === undefined ? "?" : shortFingerprint(fingerprint)}${recorded}`);
  } else if (state === "new") {
    facts.push(`never acknowledged, is ${fingerprint === undefined ? "?" : shortFingerprint(fingerprint)}`);
  } else facts.push(state);
  if (artifact.lineEndingsOnly === true) facts.push("differs only in line endings (.gitattributes can keep them)");
  if (note !== undefined) facts.push(note);
  if (status !== "current") facts.push(`status ${status}`);
  if (sourcesAcknowledgedLater.length > 0) facts.push(`acknowledged later: ${sourcesAcknowledgedLater.join(", ")}`);
  return facts.join("; ");
}

/** `outline.md -> world.md`, read as "depends on"; a long chain is cut in the middle. */
export function describeEffect(effect: EffectReport): string {
  const { chain, distance } = effect;
  const cut = distance + 1 - chain.length;
  const nodes = cut > 0 ? [...chain.slice(0, -1), `(${cut} more)`, ...chain.slice(-1)] : chain;
  return nodes.join(" -> ");
}

export function describeCycle({ paths, groupSize }: CycleReport): string {
  const size = groupSize > paths.length ? ` (one of several ways among ${groupSize} artifacts)` : "";
  return `${[...paths, paths[0]].join(" -> ")}${size}`;
}

interface Section {
  readonly lines: readonly string[];
  readonly total: number;
}

function joinSections(sections: readonly Section[]): readonly string[] {
  return sections.flatMap(({ lines, total }) => {
    const shown = lines.slice(0, MAX_LINES_SHOWN).map(cutLine);
    const hidden = total - shown.length;
    return hidden > 0 ? [...shown, `... ${hidden} more of these; name files to see theirs`] : shown;
  });
}

export function formatReport(report: ProjectReport): string {
  const { manifest, summary, artifacts, affected, cycles, notices, brief, canonical, omitted } = report;
  const section = (name: keyof typeof omitted, lines: readonly string[]): Section => ({
    lines,
    total: lines.length + (omitted[name] ?? 0),
  });
  return [
    `${manifest}: ${formatSummary(summary)}`,
    ...joinSections([
      section(
        "artifacts",
        artifacts.map((artifact) => `${artifact.path}: ${describeArtifact(artifact)}`),
      ),
      section(
        "affected",
        affected.map((effect) => `affected: ${describeEffect(effect)}`),
      ),
      section(
        "cycles",
        cycles.map((cycle) => `cycle: ${describeCycle(cycle)}`),
      ),
      section(
        "notices",
        notices.map(({ path, message }) => `note: ${path} ${message}`),
      ),
      { lines: brief.problems.map((problem) => `brief ${brief.path}: ${problem}`), total: brief.problems.length },
      section(
        "canonical",
        canonical.map(
          ({ name, path, state, reason }) =>
            `canonical ${name}: ${path} ${state}${reason === undefined ? "" : ` (${reason})`}`,
        ),
      ),
    ]),
  ].join("\n");
}

/** @param workspaceRoot how far up was looked, as people read it */
export function formatNoManifest(workspaceRoot: string): string {
  return [
    `No SYNC.json from the working directory up to ${workspaceRoot}: nothing is tracked.`,
    'To begin, create SYNC.json in the project\'s folder: {"version": 2, "artifacts": [{"path": "PROJECT.md"}]}',
  ].join("\n");
}

export function formatAcknowledgement(outcome: AcknowledgeOutcome): string {
  const { manifest, acknowledged, marked, warnings, summary } = outcome;
  return [
    `${manifest}: acknowledged ${counted(acknowledged.length, "artifact")}; now ${formatSummary(summary)}`,
    ...joinSections([
      {
        total: acknowledged.length,
        lines: acknowledged.map(({ path, fingerprint, previousFingerprint }) => {
          const change =
            previousFingerprint === undefined
              ? "first time"
              : previousFingerprint === fingerprint
                ? "same bytes"
                : "new bytes";
          return `${path}: ${shortFingerprint(fingerprint)} (${change})`;
        }),
      },
      {
        total: marked.length,
        lines: marked.map(({ path, because }) => `now needs-review: ${path} (depends on ${because.join(", ")})`),
      },
      {
        total: warnings.length,
        lines: warnings.map(({ path, source, distance }) => {
          const how = distance === 1 ? "depends on" : `depends over ${distance} steps on`;
          return `warning: ${path} ${how} ${source}, which is not in order and was not acknowledged with it`;
        }),
      },
    ]),
  ].join("\n");
}
