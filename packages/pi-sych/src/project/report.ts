/**
 * From what SYNC.json says and what the files show to one report. It states facts: paths, hashes, recorded statuses and
 * what follows from them over `dependsOn`. It judges nothing. Pure.
 */

import type { Fingerprint } from "pi-extension-core/fs";
import type { BriefReport, CanonicalReport } from "./canonical.ts";
import { findCycles } from "./cycles.ts";
import { findImpact } from "./impact.ts";
import { type Artifact, type ArtifactStatus, type Manifest, pathKey } from "./manifest.ts";
import type { Observation } from "./observe.ts";
import { type ArtifactState, dependencyGraph, findCauses, isInOrder, type Observations, stateOf } from "./state.ts";
import { type ProjectSummary, summarise } from "./summary.ts";

export interface ArtifactReport {
  readonly path: string;
  readonly state: ArtifactState;
  readonly status: ArtifactStatus;
  readonly fingerprint?: Fingerprint;
  readonly recordedFingerprint?: Fingerprint;
  /** The content is as acknowledged but for CRLF and LF. */
  readonly lineEndingsOnly?: true;
  /** More about the state, in words. */
  readonly note?: string;
  readonly role?: string;
  readonly acknowledgedAt?: string;
  readonly acknowledgedReason?: string;
  /** Paths that it depends on and that were acknowledged after it. */
  readonly sourcesAcknowledgedLater?: readonly string[];
}

export interface EffectReport {
  readonly path: string;
  /** From the affected artifact over its dependencies to the nearest cause; shortened in the middle when long. */
  readonly chain: readonly string[];
  /** Number of dependencies to the nearest cause; 1 is direct. */
  readonly distance: number;
  /** Causes that it depends on itself. */
  readonly directCauses: readonly string[];
}

export interface CycleReport {
  readonly paths: readonly string[];
  readonly groupSize: number;
}

/** A fact about SYNC.json itself that an author may want to know. */
interface NoticeReport {
  readonly kind: "untracked-dependency" | "case-collision" | "untracked-file";
  readonly path: string;
  readonly message: string;
}

export interface ProjectReport {
  readonly manifest: string;
  readonly summary: ProjectSummary;
  /** Everything that is not in order; all artifacts that were asked for when some were. */
  readonly artifacts: readonly ArtifactReport[];
  readonly affected: readonly EffectReport[];
  readonly cycles: readonly CycleReport[];
  readonly notices: readonly NoticeReport[];
  readonly brief: BriefReport;
  readonly canonical: readonly CanonicalReport[];
  /** How many entries of each list were left out, where the report is bounded. */
  readonly omitted: Readonly<Partial<Record<"artifacts" | "affected" | "cycles" | "notices" | "canonical", number>>>;
}

export interface ReportInput {
  readonly manifestLabel: string;
  readonly manifest: Manifest;
  readonly observations: Observations;
  /** Keys of artifacts whose bytes differ in line endings only. */
  readonly lineEndingsOnly: ReadonlySet<string>;
  readonly brief: BriefReport;
  readonly canonical: readonly CanonicalReport[];
  /** Keys to report on; undefined reports on everything that is not in order. */
  readonly selection: ReadonlySet<string> | undefined;
  /** Names that were asked for and that no artifact has. */
  readonly untracked: readonly string[];
}

/** Longest list in a report; a session file keeps every report. */
const MAX_LISTED = 200;
const MAX_CHAIN_NODES = 12;
const MAX_CYCLE_NODES = 20;

/** Longest text that is passed on from SYNC.json, of those that no rule bounds. */
const MAX_TEXT_LENGTH = 1000;

const cutText = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH).toWellFormed()}…` : text;

function noteOf(observation: Observation | undefined): string | undefined {
  if (observation?.kind === "unreadable") return observation.reason;
  if (observation?.kind === "missing") return observation.note;
  return observation?.storedAs === undefined ? undefined : "stored on disk in another Unicode form";
}

function acknowledgedLater(artifact: Artifact, byKey: ReadonlyMap<string, Artifact>): readonly string[] {
  const own = artifact.acknowledgement?.at;
  if (artifact.status !== "needs-review" || own === undefined) return [];
  return artifact.dependsOn.flatMap(({ key }) => {
    const source = byKey.get(key);
    const at = source?.acknowledgement?.at;
    return source !== undefined && at !== undefined && Date.parse(at) > Date.parse(own) ? [source.path] : [];
  });
}

function reportArtifact(input: ReportInput, artifact: Artifact, byKey: ReadonlyMap<string, Artifact>): ArtifactReport {
  const observation = input.observations.get(artifact.key);
  const note = noteOf(observation);
  const { role, acknowledgement } = artifact;
  const later = acknowledgedLater(artifact, byKey);
  return {
    path: artifact.path,
    state: stateOf(artifact, observation),
    status: artifact.status,
    ...(observation?.kind === "file" ? { fingerprint: observation.fingerprint } : {}),
    ...(artifact.fingerprint === undefined ? {} : { recordedFingerprint: artifact.fingerprint }),
    ...(input.lineEndingsOnly.has(artifact.key) ? { lineEndingsOnly: true as const } : {}),
    ...(note === undefined ? {} : { note }),
    ...(role === undefined ? {} : { role: cutText(role) }),
    ...(acknowledgement?.at === undefined ? {} : { acknowledgedAt: cutText(acknowledgement.at) }),
    ...(acknowledgement?.reason === undefined ? {} : { acknowledgedReason: cutText(acknowledgement.reason) }),
    ...(later.length === 0 ? {} : { sourcesAcknowledgedLater: later }),
  };
}

function findNotices(input: ReportInput, byKey: ReadonlyMap<string, Artifact>): readonly NoticeReport[] {
  const notices: NoticeReport[] = input.untracked.map((path) => ({
    kind: "untracked-file",
    path,
    message: `is not an artifact of ${input.manifestLabel}`,
  }));
  const byCase = new Map<string, string>();
  for (const { path, key, dependsOn } of input.manifest.artifacts) {
    const twin = byCase.get(key.toLowerCase());
    if (twin === undefined) byCase.set(key.toLowerCase(), path);
    else
      notices.push({ kind: "case-collision", path, message: `is the same file as ${twin} where case does not count` });
    for (const source of dependsOn) {
      if (byKey.has(source.key)) continue;
      notices.push({ kind: "untracked-dependency", path, message: `depends on ${source.path}, which is not tracked` });
    }
  }
  return notices;
}

interface Bounded {
  readonly artifacts: readonly ArtifactReport[];
  readonly affected: readonly EffectReport[];
  readonly cycles: readonly CycleReport[];
  readonly notices: readonly NoticeReport[];
  readonly canonical: readonly CanonicalReport[];
}

function bound(lists: Bounded): Bounded & Pick<ProjectReport, "omitted"> {
  const excess = Object.entries(lists).map(([name, list]) => [name, list.length - MAX_LISTED] as const);
  return {
    artifacts: lists.artifacts.slice(0, MAX_LISTED),
    affected: lists.affected.slice(0, MAX_LISTED),
    cycles: lists.cycles.slice(0, MAX_LISTED),
    notices: lists.notices.slice(0, MAX_LISTED),
    canonical: lists.canonical.slice(0, MAX_LISTED),
    omitted: Object.fromEntries(excess.filter(([, count]) => count > 0)),
  };
}

export type BoundedMarks<Result> = Result & { readonly omitted?: Readonly<Record<"marked", number>> };

/** What an acknowledgement marked, within the same bounds: one file may have thousands of dependants. */
export function boundMarked<Result extends { readonly marked: readonly unknown[] }>(
  result: Result,
): BoundedMarks<Result> {
  const excess = result.marked.length - MAX_LISTED;
  return excess > 0 ? { ...result, marked: result.marked.slice(0, MAX_LISTED), omitted: { marked: excess } } : result;
}

export function buildReport(input: ReportInput): ProjectReport {
  const { artifacts } = input.manifest;
  const byKey = new Map(artifacts.map((artifact) => [artifact.key, artifact]));
  const all = artifacts.map((artifact) => reportArtifact(input, artifact, byKey));
  const graph = dependencyGraph(input.manifest);
  const impact = findImpact(graph, findCauses(input.manifest, input.observations));
  const pathOf = (key: string): string => byKey.get(key)?.path ?? key;
  const isSelected = (key: string): boolean => input.selection?.has(key) ?? true;

  const effects = impact.effects.filter(({ key }) => isSelected(key));
  const listed = all.filter(({ path, state, status }) => {
    const key = pathKey(path);
    return input.selection === undefined ? !isInOrder(state, status) : input.selection.has(key);
  });
  return {
    manifest: input.manifestLabel,
    summary: summarise(input.manifest, input.observations),
    brief: input.brief,
    ...bound({
      artifacts: listed,
      affected: effects.map((effect) => ({
        path: pathOf(effect.key),
        chain: impact.chainOf(effect.key, MAX_CHAIN_NODES).map(pathOf),
        distance: effect.distance,
        directCauses: effect.direct.slice(0, MAX_CHAIN_NODES).map(pathOf),
      })),
      cycles: findCycles(graph).map(({ keys, groupSize }) => ({
        paths: keys.slice(0, MAX_CYCLE_NODES).map(pathOf),
        groupSize,
      })),
      notices: findNotices(input, byKey),
      canonical: input.canonical.filter(({ state, isExternal }) => state !== "readable" || isExternal),
    }),
  };
}
