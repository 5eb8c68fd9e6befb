/**
 * An extension as a user has it: its built files and core's, away from this workspace. Loaded from its package folder
 * instead, it would find this workspace's own copy of Pi beside it and load that: 0.4 s slower at every start, of one
 * version whatever Pi is under test, and with a file mutation queue that Pi's tools do not share.
 */

import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HarnessError } from "./harness-error.ts";

export interface InstalledExtension extends AsyncDisposable {
  /** Absolute folder, for `extensions` of a run. */
  readonly path: string;
  /** Removes it; a second call does nothing. */
  cleanup(): Promise<void>;
}

const packagesDir = fileURLToPath(new URL("../../", import.meta.url));

async function copyPackage(folder: string, target: string): Promise<string> {
  const source = join(packagesDir, folder);
  if (!existsSync(join(source, "dist")))
    throw new HarnessError("NOT_BUILT", `packages/${folder} has no dist; run npm run build`);
  const manifest = JSON.parse(await readFile(join(source, "package.json"), "utf8")) as {
    name: string;
    files?: string[];
  };
  const installed = join(target, manifest.name);
  for (const name of ["package.json", ...(manifest.files ?? [])])
    if (existsSync(join(source, name))) await cp(join(source, name), join(installed, name), { recursive: true });
  return installed;
}

/**
 * @param name folder below packages/, such as `pi-sych`; it and `core` must be built
 * @throws HarnessError NOT_BUILT
 */
export async function installExtension(name: string): Promise<InstalledExtension> {
  const root = await mkdtemp(join(await realpath(tmpdir()), "pi-extension-"));
  const cleanup = (): Promise<void> => rm(root, { recursive: true, force: true, maxRetries: 5 });
  try {
    const target = join(root, "node_modules");
    await copyPackage("core", target);
    return { path: await copyPackage(name, target), cleanup, [Symbol.asyncDispose]: cleanup };
  } catch (error) {
    await cleanup();
    throw error;
  }
}
