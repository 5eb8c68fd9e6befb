/**
 * `acknowledge`: writes down that the present bytes of some artifacts were reviewed. All or nothing: the files are hashed
 * when the call begins and once more when the new SYNC.json is on disk but not yet in place. If one of them, or SYNC.json,
 * is another by then, nothing is written. Sessions and processes take turns under a lock, each on what the last one wrote.
 */

import { realpath } from "node:fs/promises";
import nodePath from "node:path";
import { coreError, errnoOf } from "pi-extension-core/errors";
import {
  ensurePrivateFolder,
  type Fingerprint,
  isInside,
  refuseSymlinks,
  sweepStaging,
  writeFileIfUnchanged,
} from "pi-extension-core/fs";
import { editJson, parseJson } from "pi-extension-core/json";
import { withLock } from "pi-extension-core/lock";
import { sychError } from "../errors.ts";
import { type AcknowledgementPlan, planAcknowledgement } from "./acknowledge-plan.ts";
import { type CheckContext, observeAll } from "./check.ts";
import { matchesExpected } from "./expected-fingerprints.ts";
import { type Project, type ProjectScope, realManifestPath, reloadProject, requireProject } from "./load-project.ts";
import { type Artifact, MANIFEST_NAME, MAX_MANIFEST_BYTES, MAX_MANIFEST_DEPTH } from "./manifest.ts";
import { mapBounded } from "./map-bounded.ts";
import { type Observation, type ObserveContext, observeFile } from "./observe.ts";
import { parseManifest } from "./parse-manifest.ts";
import { selectArtifacts } from "./select-artifacts.ts";
import type { Observations } from "./state.ts";
import { StoredNames } from "./stored-name.ts";
import { type ProjectSummary, summarise } from "./summary.ts";

const MAX_PARALLEL = 4;
/** A turn takes well under a second on a usual project; a queue of them may form. */
const LOCK_WAIT_MS = 30_000;

export interface AcknowledgeRequest {
  /** Names of artifacts, at least one. */
  readonly files: readonly string[];
  /** As the caller saw them, in the order of `files`, from `parseExpected`; empty takes what is there now. */
  readonly expected: readonly string[];
  readonly reason: string;
}

export interface AcknowledgeContext extends Omit<CheckContext, "approveExternal" | "cwd"> {
  readonly scope: ProjectScope;
  /** Name of Pi's folder in a project; locks and unfinished writes are below it. */
  readonly configDirName: string;
  /** Runs a change of one file when no other tool of this Pi changes it. */
  exclusively<T>(file: string, change: () => Promise<T>): Promise<T>;
}

export interface AcknowledgeOutcome extends Omit<AcknowledgementPlan, "edits"> {
  readonly manifest: string;
  /** After the acknowledgement. */
  readonly summary: ProjectSummary;
}

interface Selected {
  readonly artifact: Artifact;
  readonly expected: string | undefined;
}

interface Seen {
  readonly artifact: Artifact;
  readonly fingerprint: Fingerprint;
}

function select(project: Project, request: AcknowledgeRequest, cwd: string): readonly Selected[] {
  const { manifest, manifestLabel, root } = project;
  return selectArtifacts(manifest, request.files, { root, cwd }).map(({ name, artifact }, index) => {
    if (artifact === undefined)
      throw sychError("ARTIFACT_UNTRACKED", `${name} is not an artifact of ${manifestLabel}`, {
        hint: `To track it, add its path from the project root to "artifacts" in ${manifestLabel}, like {"path": "notes.md"}; then acknowledge it.`,
        data: { file: name, manifest: manifestLabel },
      });
    return { artifact, expected: request.expected[index] };
  });
}

/** A file may be named twice; each name was held against its own fingerprint by now. */
function onePerArtifact(seen: readonly Seen[]): readonly Seen[] {
  return [...new Map(seen.map((each) => [each.artifact.key, each])).values()];
}

function requireFile(artifact: Artifact, observation: Observation): Fingerprint {
  if (observation.kind === "file") return observation.fingerprint;
  const what = observation.kind === "missing" ? "is missing" : observation.reason;
  throw sychError("ARTIFACT_UNAVAILABLE", `${artifact.path} ${what}`, {
    hint: `Restore the file, or take its entry out of ${MANIFEST_NAME}.`,
    data: { path: artifact.path, state: observation.kind },
  });
}

function changedMeanwhile(path: string, expected: string, actual: string): Error {
  return coreError(
    "STALE_PRECONDITION",
    `${path} changed: expected ${expected}, found ${actual}; nothing was written`,
    {
      hint: "Check again, review what the file holds now, then acknowledge it.",
      data: { path, expected, actual },
    },
  );
}

async function see(observe: ObserveContext, selected: readonly Selected[]): Promise<readonly Seen[]> {
  return mapBounded(selected, MAX_PARALLEL, async ({ artifact, expected }) => {
    const fingerprint = requireFile(artifact, await observeFile(observe, artifact, true));
    if (expected !== undefined && !matchesExpected(fingerprint, expected))
      throw changedMeanwhile(artifact.path, `sha256:${expected}`, fingerprint);
    return { artifact, fingerprint };
  });
}

/** Everything but the position, which another acknowledgement or an edit elsewhere may move. */
const contentOf = ({ index: _index, ...rest }: Artifact): string => JSON.stringify(rest);

/** The selected artifacts in a SYNC.json that was read again. */
function reselect(first: Project, now: Project, before: readonly Seen[]): readonly Seen[] {
  const isSameRoot = first.root === now.root;
  const byKey = new Map(now.manifest.artifacts.map((artifact) => [artifact.key, artifact]));
  return before.map(({ artifact, fingerprint }) => {
    const current = byKey.get(artifact.key);
    if (isSameRoot && current !== undefined && contentOf(current) === contentOf(artifact))
      return { artifact: current, fingerprint };
    throw coreError(
      "STALE_PRECONDITION",
      `the entry of ${artifact.path} in ${now.manifestLabel} changed; nothing was written`,
      {
        hint: "Check again, then acknowledge what is still to be acknowledged.",
        data: { path: artifact.path, manifest: now.manifestLabel },
      },
    );
  });
}

function assertSame(seen: readonly Seen[], observations: Observations): void {
  for (const { artifact, fingerprint } of seen) {
    const observation = observations.get(artifact.key) ?? { kind: "missing", note: undefined };
    const actual = observation.kind === "file" ? observation.fingerprint : observation.kind;
    if (actual !== fingerprint) throw changedMeanwhile(artifact.path, fingerprint, actual);
  }
}

/**
 * The file behind SYNC.json, which is what changes.
 * @throws PATH_OUTSIDE_ROOT: a repository must not make us write elsewhere by a link
 */
async function writableManifest(project: Project): Promise<string> {
  const { manifestLabel, workspaceRoot } = project;
  const file = await realManifestPath(project);
  if (isInside(await realpath(workspaceRoot), file)) return file;
  throw coreError("PATH_OUTSIDE_ROOT", `${manifestLabel} is a symbolic link that leaves the workspace: ${file}`, {
    hint: `Acknowledge in the workspace of that file, or put a file in place of the link.`,
    data: { manifest: manifestLabel, target: file, workspaceRoot },
  });
}

async function makeStaging(staging: string): Promise<void> {
  try {
    await ensurePrivateFolder(staging);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    throw coreError("WRITE_FAILED", `${staging} cannot be made (${errno})`, {
      hint: "Make its parent folder writable, and remove what stands in its place.",
      data: { path: staging, errno },
      cause: error,
    });
  }
}

/** The folder for locks and unfinished writes of a SYNC.json: beside it, so that a rename stays on one file system. */
async function prepareStaging(manifestFile: string, configDirName: string): Promise<string> {
  const folder = nodePath.dirname(manifestFile);
  const staging = nodePath.join(folder, configDirName, "pi-sych");
  await refuseSymlinks(folder, staging);
  await makeStaging(staging);
  await sweepStaging(staging);
  return staging;
}

/**
 * @throws MANIFEST_MISSING, ARTIFACT_UNTRACKED, ARTIFACT_UNAVAILABLE, STALE_PRECONDITION, LOCKED, WRITE_FAILED,
 *   SYMLINK_REFUSED (Pi's folder in the project is a link), PATH_OUTSIDE_ROOT (SYNC.json is a link that leaves the workspace), what `loadProject` throws, or the abort reason
 */
export async function acknowledge(
  request: AcknowledgeRequest,
  context: AcknowledgeContext,
): Promise<AcknowledgeOutcome> {
  const { scope, signal } = context;
  const first = await requireProject(scope);
  const total = request.files.length;
  const look = (selected: readonly Selected[]): Promise<readonly Seen[]> =>
    see(
      {
        ...context,
        root: first.root,
        names: new StoredNames(first.root),
        onHash: (hashing) => context.onProgress?.({ done: 0, total, hashing }),
      },
      selected,
    );
  const reviewed = onePerArtifact(await look(select(first, request, scope.cwd)));
  const manifestFile = await writableManifest(first);

  const write = async (staging: string, lockSignal: AbortSignal): Promise<AcknowledgeOutcome> => {
    const project = await reloadProject(first, scope);
    const selected = reselect(first, project, reviewed);
    const observations = await observeAll(project, context);
    assertSame(selected, observations);
    const at = new Date(context.clock.now()).toISOString();
    const plan = planAcknowledgement({
      manifest: project.manifest,
      selected,
      observations,
      reason: request.reason,
      at,
    });
    const text = editJson(project.text, plan.edits);
    // Read before it is written: an edit that would leave an invalid file must not reach the disk.
    const manifest = parseManifest(
      parseJson(text, {
        source: project.manifestLabel,
        maxCharacters: MAX_MANIFEST_BYTES,
        maxDepth: MAX_MANIFEST_DEPTH,
      }),
    );
    await writeFileIfUnchanged(manifestFile, text, project.fingerprint, {
      stagingDir: staging,
      signal: signal === undefined ? lockSignal : AbortSignal.any([signal, lockSignal]),
      beforeCommit: async () => {
        await look(
          selected.map(({ artifact, fingerprint }) => ({ artifact, expected: fingerprint.slice("sha256:".length) })),
        );
      },
    });
    const { acknowledged, marked, warnings } = plan;
    const summary = summarise(manifest, observations);
    return { manifest: project.manifestLabel, acknowledged, marked, warnings, summary };
  };

  return context.exclusively(manifestFile, async () => {
    const staging = await prepareStaging(manifestFile, context.configDirName);
    const lockTarget = nodePath.join(staging, MANIFEST_NAME);
    return withLock(lockTarget, (lock) => write(staging, lock.signal), {
      purpose: `acknowledge in ${first.manifestLabel}`,
      waitMs: LOCK_WAIT_MS,
      signal,
    });
  });
}
