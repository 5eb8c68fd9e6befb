/** Keeps the sourcemap file of a project: runs rojo, checks what it printed, and replaces the file as a whole. */

import { hasCode } from "pi-extension-core/errors";
import { hashBytes, hashFile, refuseSymlinks, writeFileAtomic } from "pi-extension-core/fs";
import { CoalescedRuns } from "./coalesced-runs.ts";
import { runSourcemap, type SourcemapRunOptions } from "./run-sourcemap.ts";
import type { SourcemapText } from "./sourcemap-text.ts";

interface SourcemapTarget {
  /** Absolute folder below which no symbolic link is followed. */
  readonly workspaceRoot: string;
  /** Absolute path of the sourcemap in it. */
  readonly file: string;
  /** Absolute folder on the same file system that no `rojo serve` watches: Rojo 7.7 dies of a file that vanishes there. */
  readonly stagingDir: string;
}

export interface SourcemapRunnerOptions {
  readonly target: SourcemapTarget;
  /** What to run, asked before each run; may reject, such as with ROJO_NOT_FOUND. */
  readonly prepare: (signal: AbortSignal) => Promise<SourcemapRunOptions>;
}

export interface RefreshedSourcemap {
  /** Absolute. */
  readonly file: string;
  /** See `SourcemapText.root`. */
  readonly root: SourcemapText["root"];
  readonly sizeBytes: number;
  /** False when the file held this sourcemap already; it was not touched then. */
  readonly isChanged: boolean;
}

async function holds(file: string, text: string): Promise<boolean> {
  const sizeBytes = Buffer.byteLength(text);
  try {
    const found = await hashFile(file, { maxBytes: sizeBytes });
    return found.sizeBytes === sizeBytes && found.fingerprint === hashBytes(text);
  } catch (error) {
    if (["NOT_FOUND", "FILE_INVALID", "LIMIT_EXCEEDED"].some((code) => hasCode(error, code))) return false;
    throw error;
  }
}

async function publish(target: SourcemapTarget, map: SourcemapText, signal: AbortSignal): Promise<RefreshedSourcemap> {
  const { workspaceRoot, file, stagingDir } = target;
  const text = `${map.text}\n`;
  const result = { file, root: map.root, sizeBytes: Buffer.byteLength(text) };
  await refuseSymlinks(workspaceRoot, file);
  if (await holds(file, text)) return { ...result, isChanged: false };
  await writeFileAtomic(file, text, { stagingDir, createParents: true, symlinks: "refuse", signal });
  return { ...result, isChanged: true };
}

export class SourcemapRunner {
  readonly #runs: CoalescedRuns<RefreshedSourcemap>;

  constructor(options: SourcemapRunnerOptions) {
    this.#runs = new CoalescedRuns(async (signal) => {
      const run = await options.prepare(signal);
      return publish(options.target, await runSourcemap({ ...run, signal }), signal);
    });
  }

  /**
   * Brings the file up to the state of the disk at this call. Calls share runs; one runs at a time. Whatever fails, the
   * file stays as it was.
   * @throws as `runSourcemap`; what `prepare` throws; SYMLINK_REFUSED, WRITE_FAILED; the reason of `signal`
   */
  refresh(signal?: AbortSignal): Promise<RefreshedSourcemap> {
    return this.#runs.request(signal);
  }

  /** Ends what runs. */
  async dispose(): Promise<void> {
    await this.#runs.abortAll(new DOMException("the session ended", "AbortError"));
  }
}
