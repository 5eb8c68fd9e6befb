/**
 * The files that a run of the CLI wrote: those that its output names, and what is new in the output folder. A medium that
 * has the wrong extension gets the right one; bytes are never touched and nothing is overwritten.
 */

import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { errnoOf, hasCode } from "pi-extension-core/errors";
import { moveWithoutReplacing } from "pi-extension-core/fs";
import { correctedName } from "./media-name.ts";
import { detectMediaType, type MediaType } from "./media-type.ts";
import { listFolder } from "./output-folder.ts";
import { type FileRole, reportedFiles } from "./reported-output.ts";

export interface OutputFile {
  /** Absolute; after a correction, the new name. */
  readonly path: string;
  readonly role: FileRole;
  readonly sizeBytes: number;
  /** By content; undefined for text and unknown content. */
  readonly type: MediaType | undefined;
  /** Absolute path under which the CLI had written it. */
  readonly renamedFrom?: string;
  /** What a person should know, such as a name that could not be corrected. */
  readonly note?: string;
}

export interface CollectOptions {
  readonly stdout: string;
  /** Absolute working directory of the CLI. */
  readonly cwd: string;
  /** Absolute output folder, and what was in it before the run. */
  readonly folder: string;
  readonly namesBefore: ReadonlySet<string>;
  /** When the run started, ms since the epoch: older files are mentioned, but not written by it. */
  readonly startedAtMs: number;
  /** Correct wrong extensions. False only looks. */
  readonly correctNames: boolean;
}

/** File systems keep times to 2 s at worst. */
const TIME_GRANULARITY_MS = 2000;

interface Candidate {
  readonly path: string;
  readonly role: FileRole;
}

async function candidatesOf(options: CollectOptions): Promise<Candidate[]> {
  const { stdout, cwd, folder, namesBefore } = options;
  const reported = reportedFiles(stdout).map(({ path: file, role }) => ({ path: path.resolve(cwd, file), role }));
  const fresh = [...(await listFolder(folder))].filter((name) => !namesBefore.has(name));
  const found = fresh.map((name) => ({ path: path.join(folder, name), role: "result" as const }));
  // What the user asked for by --output comes first.
  const ordered = [
    ...reported.filter((file) => file.role === "copy"),
    ...reported.filter((file) => file.role !== "copy"),
    ...found,
  ];
  const unique = new Map<string, Candidate>();
  for (const candidate of ordered) {
    const real = await realPathOf(candidate.path);
    if (real !== undefined && !unique.has(real)) unique.set(real, { ...candidate, path: real });
  }
  return [...unique.values()];
}

async function realPathOf(file: string): Promise<string | undefined> {
  try {
    return await realpath(file);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}

async function describeFile(candidate: Candidate, options: CollectOptions): Promise<OutputFile | undefined> {
  const found = await stat(candidate.path);
  if (!found.isFile() || found.mtimeMs < options.startedAtMs - TIME_GRANULARITY_MS) return undefined;
  const type = await detectMediaType(candidate.path);
  const file: OutputFile = { path: candidate.path, role: candidate.role, sizeBytes: found.size, type };
  const wanted = type === undefined ? undefined : correctedName(candidate.path, type.extension);
  if (wanted === undefined || !options.correctNames) return file;
  try {
    await moveWithoutReplacing(candidate.path, wanted);
    return { ...file, path: wanted, renamedFrom: candidate.path };
  } catch (error) {
    if (!hasCode(error, "ALREADY_EXISTS")) throw error;
    const holds = `holds ${type?.mime ?? "other content"}`;
    return { ...file, note: `${holds}; kept this name because ${path.basename(wanted)} already exists` };
  }
}

/** In order: what `--output` asked for, then as the CLI reports them, then what else is new in the output folder. */
export async function collectOutputs(options: CollectOptions): Promise<OutputFile[]> {
  const files: OutputFile[] = [];
  for (const candidate of await candidatesOf(options)) {
    try {
      const file = await describeFile(candidate, options);
      if (file !== undefined) files.push(file);
    } catch (error) {
      // Another call at the same time corrected or removed it.
      if (!hasCode(error, "NOT_FOUND") && errnoOf(error) !== "ENOENT") throw error;
    }
  }
  return files;
}
