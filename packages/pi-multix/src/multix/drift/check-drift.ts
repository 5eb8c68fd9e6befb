/**
 * Compares an installed CLI with the tables, once for each version: reading the help of every command takes seconds, so
 * the result is kept under the user's agent directory.
 */

import path from "node:path";
import { isCodedError } from "pi-extension-core/errors";
import { ensurePrivateFolder, writeFileAtomic } from "pi-extension-core/fs";
import { readJsonFile } from "pi-extension-core/json";
import { runProcess } from "pi-extension-core/process";
import type { MultixCli } from "../cli/locate.ts";
import { compareSurface, type Drift, type InstalledSurface } from "./compare-surface.ts";
import { type CommandHelp, parseHelp } from "./parse-help.ts";

export interface DriftOptions {
  /** Absolute. */
  readonly agentDir: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

const HELP_LIMIT_MS = 20_000;
const PARALLEL = 4;
const MAX_DEPTH = 3;
/** Far more than there are; a help that reads as more is not understood. */
const MAX_COMMANDS = 400;
/** Raised when the tables change what counts as known. */
const CACHE_VERSION = 1;

async function helpOf(
  cli: MultixCli,
  words: readonly string[],
  options: DriftOptions,
): Promise<CommandHelp | undefined> {
  const { cwd, env, signal } = options;
  const result = await runProcess(cli.command, [...cli.prefixArgs, ...words, "--help"], {
    cwd,
    env,
    timeoutMs: HELP_LIMIT_MS,
    ...(signal === undefined ? {} : { signal }),
  });
  signal?.throwIfAborted();
  return result.ok ? parseHelp(result.stdout.text) : undefined;
}

/** Every command without sub-commands, with its options, level by level. */
async function readSurface(cli: MultixCli, options: DriftOptions): Promise<InstalledSurface | undefined> {
  const surface = new Map<string, readonly string[]>();
  let level: (readonly string[])[] = [[]];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const next: (readonly string[])[] = [];
    for (let start = 0; start < level.length; start += PARALLEL) {
      const batch = level.slice(start, start + PARALLEL);
      const helps = await Promise.all(batch.map((words) => helpOf(cli, words, options)));
      for (const [index, help] of helps.entries()) {
        const words = batch[index] ?? [];
        if (help === undefined) return undefined;
        if (help.subcommands.length === 0) surface.set(words.join(" "), help.options);
        else next.push(...help.subcommands.map((name) => [...words, name]));
      }
    }
    level = next;
    if (level.length > MAX_COMMANDS) return undefined;
  }
  return surface;
}

function isDrift(value: unknown): value is Drift {
  if (typeof value !== "object" || value === null) return false;
  const { newCommands, goneCommands, newOptions, goneOptions } = value as Partial<Record<keyof Drift, unknown>>;
  return [newCommands, goneCommands, newOptions, goneOptions].every(
    (list) => Array.isArray(list) && list.every((item) => typeof item === "string"),
  );
}

async function cached(file: string): Promise<Drift | undefined> {
  try {
    const { value } = await readJsonFile(file);
    return isDrift(value) ? value : undefined;
  } catch (error) {
    if (isCodedError(error)) return undefined;
    throw error;
  }
}

/** The drift of this version of the CLI, or undefined when its help cannot be read. */
export async function checkDrift(cli: MultixCli, version: string, options: DriftOptions): Promise<Drift | undefined> {
  const folder = path.join(options.agentDir, "pi-multix", "drift");
  const file = path.join(folder, `${version.replaceAll(/[^\w.-]/g, "_")}-${CACHE_VERSION}.json`);
  const known = await cached(file);
  if (known !== undefined) return known;
  const surface = await readSurface(cli, options);
  if (surface === undefined) return undefined;
  const drift = compareSurface(surface);
  await ensurePrivateFolder(folder);
  await writeFileAtomic(file, `${JSON.stringify(drift)}\n`, { stagingDir: path.join(folder, "staging"), mode: 0o600 });
  return drift;
}
