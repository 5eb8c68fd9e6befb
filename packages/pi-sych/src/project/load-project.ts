/** Reads SYNC.json and settles what it is about: which folder is the project, and which bytes a later write replaces. */

import { realpath } from "node:fs/promises";
import nodePath from "node:path";
import { coreError } from "pi-extension-core/errors";
import { type Fingerprint, hashBytes, isInside } from "pi-extension-core/fs";
import { formatJsonPath, type JsonDocument, readJsonFile } from "pi-extension-core/json";
import { sychError } from "../errors.ts";
import { locateManifest } from "./locate.ts";
import { MANIFEST_NAME, MAX_MANIFEST_BYTES, MAX_MANIFEST_DEPTH, type Manifest } from "./manifest.ts";
import { parseManifest } from "./parse-manifest.ts";

/** Where to look; all absolute. */
export interface ProjectScope {
  readonly cwd: string;
  readonly home: string;
}

export interface Project {
  /** Absolute; the link itself when SYNC.json is one. */
  readonly manifestPath: string;
  /** How messages name it: relative to the working directory, forward slashes. */
  readonly manifestLabel: string;
  /** Absolute folder that artifact paths are relative to. */
  readonly root: string;
  /** Absolute folder that neither SYNC.json nor the project root leaves. */
  readonly workspaceRoot: string;
  readonly text: string;
  /** Of the bytes that were read; the text is exactly them. */
  readonly fingerprint: Fingerprint;
  readonly manifest: Manifest;
}

export type ProjectLookup =
  | { readonly kind: "found"; readonly project: Project }
  | { readonly kind: "none"; readonly workspaceRoot: string };

/** A path as people read it: relative to `folder`, with forward slashes. Pure. */
export function labelPath(folder: string, path: string): string {
  return nodePath.relative(folder, path).split(nodePath.sep).join("/") || ".";
}

function resolveRoot(workspaceRoot: string, manifestPath: string, label: string, manifest: Manifest): string {
  const root = nodePath.resolve(nodePath.dirname(manifestPath), manifest.projectRoot);
  if (isInside(workspaceRoot, root)) return root;
  throw coreError(
    "PATH_OUTSIDE_ROOT",
    `projectRoot in ${label} leaves the workspace: ${JSON.stringify(manifest.projectRoot)}`,
    {
      hint: "Name a folder inside the workspace, relative to the folder of SYNC.json.",
      data: { projectRoot: manifest.projectRoot, workspaceRoot },
    },
  );
}

/** Writing its fingerprint down would change it. */
function refuseItself(document: JsonDocument, manifest: Manifest, root: string, manifestPath: string): void {
  const own = manifest.artifacts.find(({ path }) => nodePath.resolve(root, path) === manifestPath);
  if (own === undefined) return;
  const path = ["artifacts", own.index, "path"];
  const { line, column } = document.positionOf(path);
  const field = formatJsonPath(path);
  const message = `${document.source}:${line}:${column}: ${field}: ${MANIFEST_NAME} cannot track itself`;
  throw sychError("MANIFEST_INVALID", message, {
    hint: "Take that entry out.",
    data: { source: document.source, problems: [{ field, line, column, message: "tracks itself" }], problemCount: 1 },
  });
}

async function readProject(workspaceRoot: string, manifestPath: string, cwd: string): Promise<Project> {
  const manifestLabel = labelPath(cwd, manifestPath);
  const document = await readJsonFile(manifestPath, {
    source: manifestLabel,
    maxBytes: MAX_MANIFEST_BYTES,
    maxDepth: MAX_MANIFEST_DEPTH,
  });
  const manifest = parseManifest(document);
  const root = resolveRoot(workspaceRoot, manifestPath, manifestLabel, manifest);
  refuseItself(document, manifest, root, manifestPath);
  return {
    manifestPath,
    manifestLabel,
    root,
    workspaceRoot,
    text: document.text,
    fingerprint: hashBytes(document.text),
    manifest,
  };
}

/** @throws MANIFEST_INVALID, JSON_INVALID, LIMIT_EXCEEDED, FILE_INVALID, PATH_OUTSIDE_ROOT */
export async function loadProject(scope: ProjectScope): Promise<ProjectLookup> {
  const place = await locateManifest(scope.cwd, scope.home);
  if (place.manifestPath === undefined) return { kind: "none", workspaceRoot: place.workspaceRoot };
  return { kind: "found", project: await readProject(place.workspaceRoot, place.manifestPath, scope.cwd) };
}

/** @throws MANIFEST_MISSING beside what `loadProject` throws */
export async function requireProject(scope: ProjectScope): Promise<Project> {
  const lookup = await loadProject(scope);
  if (lookup.kind === "found") return lookup.project;
  throw sychError(
    "MANIFEST_MISSING",
    `no ${MANIFEST_NAME} from the working directory up to ${labelPath(scope.cwd, lookup.workspaceRoot)}`,
    {
      hint: `Create ${MANIFEST_NAME} in the project's folder: {"version": 2, "artifacts": [{"path": "PROJECT.md"}]}`,
      data: { cwd: scope.cwd, workspaceRoot: lookup.workspaceRoot },
    },
  );
}

/** The same project as its SYNC.json is now. */
export function reloadProject(project: Project, scope: ProjectScope): Promise<Project> {
  return readProject(project.workspaceRoot, project.manifestPath, scope.cwd);
}

/** The file behind a link: what two sessions that reach it by different links have in common. */
export function realManifestPath(project: Project): Promise<string> {
  return realpath(project.manifestPath);
}
