/** `check`: looks at every artifact of a project and reports. Reads files, writes nothing. */

import type { Clock } from "pi-extension-core/seams";
import { type ApproveExternal, checkCanonical, type Refusal, resolveCanonical } from "./canonical.ts";
import type { Project } from "./load-project.ts";
import { mapBounded } from "./map-bounded.ts";
import { isLineEndingChange } from "./measure-line-endings.ts";
import {
  type FingerprintCache,
  type Observation,
  type ObserveContext,
  type ObserveOperations,
  observeFile,
} from "./observe.ts";
import { buildReport, type ProjectReport } from "./report.ts";
import { selectArtifacts } from "./select-artifacts.ts";
import type { Observations } from "./state.ts";
import { StoredNames } from "./stored-name.ts";

/** How many files are looked at at once; beyond the thread pool's four, more only keeps them busy. */
const MAX_PARALLEL = 16;

export interface CheckProgress {
  readonly done: number;
  readonly total: number;
  /** Path of a file whose bytes are being read. */
  readonly hashing: string | undefined;
}

export interface CheckContext {
  /** Absolute working directory, for names that are relative to it. */
  readonly cwd: string;
  readonly cache: FingerprintCache;
  readonly clock: Clock;
  readonly operations: ObserveOperations;
  readonly approveExternal: ApproveExternal;
  readonly signal: AbortSignal | undefined;
  /** Called for each artifact. */
  readonly onProgress?: ((progress: CheckProgress) => void) | undefined;
}

export interface CheckOutcome {
  readonly report: ProjectReport;
  /** Why external canonical paths were not looked at. */
  readonly refusal: Refusal | undefined;
}

export async function observeAll(
  project: Project,
  context: Pick<CheckContext, "cache" | "clock" | "operations" | "signal" | "onProgress">,
): Promise<Observations> {
  const { artifacts } = project.manifest;
  let done = 0;
  const report = (hashing?: string): void => context.onProgress?.({ done, total: artifacts.length, hashing });
  const observe: ObserveContext = {
    ...context,
    root: project.root,
    names: new StoredNames(project.root),
    onHash: report,
  };
  const observations = await mapBounded(
    artifacts,
    MAX_PARALLEL,
    async (artifact): Promise<readonly [string, Observation]> => {
      const observation = await observeFile(observe, artifact, false);
      done += 1;
      report();
      return [artifact.key, observation];
    },
  );
  return new Map(observations);
}

async function findLineEndingChanges(
  project: Project,
  observations: Observations,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
  const found = await mapBounded(project.manifest.artifacts, MAX_PARALLEL, async ({ key, path, fingerprint }) => {
    const observation = observations.get(key);
    if (observation?.kind !== "file" || fingerprint === undefined || observation.fingerprint === fingerprint) return [];
    const stored = observation.storedAs ?? path;
    return (await isLineEndingChange(project.root, stored, observation.fingerprint, fingerprint, signal)) ? [key] : [];
  });
  return new Set(found.flat());
}

/** @param files names of artifacts to report on; empty reports on everything that is not in order. */
export async function checkProject(
  project: Project,
  files: readonly string[],
  context: CheckContext,
): Promise<CheckOutcome> {
  const { manifest, root, manifestLabel } = project;
  const named = selectArtifacts(manifest, files, { root, cwd: context.cwd });
  // First, because a question may stay open for long: what is reported is how things are after it.
  const findings = await checkCanonical(resolveCanonical(manifest.canonical, root), context.approveExternal);
  const observations = await observeAll(project, context);
  const report = buildReport({
    manifestLabel,
    manifest,
    observations,
    lineEndingsOnly: await findLineEndingChanges(project, observations, context.signal),
    brief: findings.brief,
    canonical: findings.canonical,
    selection: files.length === 0 ? undefined : new Set(named.flatMap(({ artifact }) => artifact?.key ?? [])),
    untracked: named.flatMap(({ name, artifact }) => (artifact === undefined ? [name] : [])),
  });
  return { report, refusal: findings.refusal };
}
