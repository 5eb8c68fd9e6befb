/** Makes and removes the folders that a Pi under test writes to. */

import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HarnessError, toScriptFault } from "../harness-error.ts";
import { buildPiEnv, type PiDirectories } from "./environment.ts";
import { type FauxScriptInput, type ModelRequest, toScript } from "./faux-script.ts";
import type { PiLaunchOptions } from "./launch-options.ts";

/** Compiled and transpiled modules, shared between runs: a third of Pi's start-up time. */
const sharedCacheDir: string = fileURLToPath(new URL("../../node_modules/.cache/pi", import.meta.url));

export interface StateDir extends PiDirectories {
  /** Environment for a Pi that uses these folders, with the caller's own additions. */
  readonly env: (extra: PiLaunchOptions["env"]) => Record<string, string>;
  /** Removes what the harness made; folders that the caller gave stay. `TESTKIT_KEEP=1` keeps all and says where. */
  readonly cleanup: () => Promise<void>;
}

/** Pi's loader keeps transpiled extensions in `<tmp>/jiti`; a link lets isolated runs share them. */
async function linkLoaderCache(tempDir: string): Promise<void> {
  const target = join(sharedCacheDir, "jiti");
  await mkdir(target, { recursive: true });
  try {
    await symlink(target, join(tempDir, "jiti"), "junction");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

export async function createStateDir(
  options: Pick<PiLaunchOptions, "stateDir" | "agentDir" | "script">,
): Promise<StateDir> {
  const stateDir = options.stateDir ?? (await mkdtemp(join(await realpath(tmpdir()), "pi-run-")));
  const agentDir = options.agentDir ?? join(stateDir, "agent");
  const homeDir = join(stateDir, "home");
  const tempDir = join(stateDir, "tmp");
  for (const path of [agentDir, homeDir, tempDir]) await mkdir(path, { recursive: true });
  await linkLoaderCache(tempDir);
  const fauxDir = await mkdtemp(join(stateDir, "faux-"));
  await writeScript(fauxDir, options.script);
  const isOurs = options.stateDir === undefined;
  const directories: PiDirectories = { stateDir, agentDir, homeDir, tempDir, fauxDir };
  return {
    ...directories,
    env: (extra = {}) => buildPiEnv(process.env, directories, extra, process.execPath, sharedCacheDir),
    cleanup: async () => {
      if (process.env["TESTKIT_KEEP"] === "1") console.error(`kept: ${stateDir}`);
      else if (isOurs) await rm(stateDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function writeScript(fauxDir: string, script: FauxScriptInput): Promise<void> {
  return writeFile(join(fauxDir, "script.json"), JSON.stringify(toScript(script)));
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

/** What the model was asked so far, oldest first. */
export async function readModelRequests(fauxDir: string): Promise<ModelRequest[]> {
  const text = await readIfThere(join(fauxDir, "requests.jsonl"));
  const lines = text.split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as ModelRequest);
}

/**
 * A script that ran out or refers to nothing fails the test by itself, whatever Pi made of it.
 * @throws HarnessError SCRIPT_EXHAUSTED, SCRIPT_INVALID
 */
export async function throwOnScriptFault(fauxDir: string): Promise<void> {
  const faults = await readIfThere(join(fauxDir, "faults.txt"));
  if (faults === "") return;
  throw toScriptFault(faults) ?? new HarnessError("SCRIPT_INVALID", faults.trim());
}
