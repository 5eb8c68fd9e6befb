/** Finds the rojo program and has it approved where a repository has a say in what it is. Reads the disk; runs nothing. */

import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import { type ApprovalRequest, type CommandOrigin, needsApproval } from "pi-extension-core/approval";
import { errnoOf } from "pi-extension-core/errors";
import { hashFile } from "pi-extension-core/fs";
import { findExecutable } from "pi-extension-core/process";
import { robloxError } from "../../../errors.ts";
import { type ConfiguredBinary, DEFAULT_NAME, planBinary } from "./configured-binary.ts";
import { manifestCandidates, type ShimKind, shimOfPlace } from "./toolchain-shim.ts";

export interface RojoProgram {
  /** Absolute path of the program to start. */
  readonly path: string;
  readonly origin: CommandOrigin;
  /** One sentence: why this one. */
  readonly why: string;
  /** The toolchain manager that stands in its place, as far as the place tells. */
  readonly shim: ShimKind | undefined;
  /** Absolute path of the manifest in the workspace from which the shim takes the version; undefined without one. */
  readonly manifest: string | undefined;
}

export interface LocateRojoOptions {
  /** Absolute; programs inside it do not count on PATH. */
  readonly workspaceRoot: string;
  /** Absolute folder of the Rojo project file, in which rojo runs. */
  readonly projectFolder: string;
  readonly configured?: ConfiguredBinary | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Rejects unless the user has approved, or now approves, what the request says. */
  approve(request: ApprovalRequest): Promise<unknown>;
}

interface Found {
  readonly path: string;
  readonly origin: CommandOrigin;
  readonly why: string;
}

const INSTALL_HINT = "Install Rojo 7 (https://rojo.space/docs/v7/getting-started/installation), or set rojo.binary.";

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}

function lookUp(name: string, options: LocateRojoOptions): string {
  const { env, platform, workspaceRoot } = options;
  const pathEnv = platform === "win32" ? (env["Path"] ?? env["PATH"]) : env["PATH"];
  const search = findExecutable({ name, pathEnv, pathExt: env["PATHEXT"], platform, exclude: workspaceRoot });
  if (search.path !== undefined) return search.path;
  throw robloxError("ROJO_NOT_FOUND", `No program ${name} in the ${search.looked.length} places of PATH`, {
    hint: INSTALL_HINT,
    data: { name, looked: search.looked, ignored: search.ignored },
  });
}

function find(options: LocateRojoOptions): Found {
  const { configured, workspaceRoot, platform } = options;
  if (configured === undefined)
    return { path: lookUp(DEFAULT_NAME, options), origin: "path-lookup", why: "first on PATH" };
  const { binary, origin, file } = configured;
  const source = file ?? "the environment";
  const plan = planBinary(binary, workspaceRoot, platform);
  if (plan.kind === "look-up") {
    const isDefault = plan.name === DEFAULT_NAME;
    const why = `first ${plan.name} on PATH, named by ${source}`;
    return { path: lookUp(plan.name, options), origin: isDefault ? "path-lookup" : origin, why };
  }
  const hit = plan.candidates.find(isFile);
  if (hit !== undefined) return { path: hit, origin, why: `${source} names this file` };
  throw robloxError("ROJO_NOT_FOUND", `${source} names ${JSON.stringify(binary)}, which is not there`, {
    hint: "Correct rojo.binary, or remove it to use the rojo on PATH.",
    data: { binary, file: file ?? null, looked: plan.candidates },
  });
}

async function approveBinary(found: Found, configured: ConfiguredBinary, options: LocateRojoOptions): Promise<void> {
  const file = configured.file ?? found.path;
  await options.approve({
    projectRoot: options.workspaceRoot,
    purpose: "run this program as rojo",
    source: { file, fingerprint: (await hashFile(file)).fingerprint },
    command: { executable: found.path, args: [], cwd: options.projectFolder },
  });
}

/**
 * A shim runs what the manifest in the project names, from any account of a download site, and not every manager asks
 * first. The fingerprint is part of the purpose, so that another manifest is another question.
 */
async function approveManifest(
  found: Found,
  shim: ShimKind,
  manifest: string,
  options: LocateRojoOptions,
): Promise<void> {
  const { fingerprint } = await hashFile(manifest);
  await options.approve({
    projectRoot: options.workspaceRoot,
    purpose: `run the rojo that ${path.basename(manifest)} chooses through ${shim} (manifest ${fingerprint})`,
    source: { file: manifest, fingerprint },
    command: { executable: found.path, args: [], cwd: options.projectFolder },
  });
}

/**
 * The rojo to run: the configured one, else the first on PATH.
 * @throws ROJO_NOT_FOUND with the places that were looked at; what `approve` and hashing the file to approve throw
 */
export async function locateRojo(options: LocateRojoOptions): Promise<RojoProgram> {
  const { configured, env, platform } = options;
  const found = find(options);
  if (configured !== undefined && needsApproval(found.origin)) await approveBinary(found, configured, options);
  const shim = shimOfPlace({ file: found.path, realFile: realpathSync(found.path), env, platform });
  if (shim === undefined) return { ...found, shim, manifest: undefined };
  const manifest = manifestCandidates(shim, options, platform).find(isFile);
  if (manifest !== undefined) await approveManifest(found, shim, manifest, options);
  return { ...found, shim, manifest };
}
