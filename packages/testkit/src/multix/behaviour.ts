/**
 * What the stand-in does instead of answering well, read from `standin.json` beside its script: the environment that
 * pi-multix hands down is an allow-list, so a variable would not reach the CLI.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Container } from "./sample-media.ts";

export interface MultixBehaviour {
  /** Every provider refuses with this status and body; `$KEY` in the body stands for the key that was sent. */
  readonly refuse?: { readonly status: number; readonly body: string };
  /** No provider can be reached. */
  readonly networkDown?: boolean;
  /** The container that a provider chooses, whatever the file is called. */
  readonly container?: Container;
  /** Image providers answer without an image. */
  readonly noImages?: boolean;
  /** The CLI reports success, but its files are gone. */
  readonly writeNothing?: boolean;
  /** Lines on standard output while the provider works. */
  readonly floodLines?: number;
  /** Milliseconds that the provider works. */
  readonly delayMs?: number;
  /** The provider never answers. */
  readonly hang?: boolean;
  /** SIGTERM and SIGINT do not end the CLI; the real one has no handler. */
  readonly ignoreSignals?: boolean;
  /** Starts a child that holds the output streams and does not end by itself. */
  readonly leaveChild?: boolean;
  /** Writes the sent key to standard output in two pieces. */
  readonly echoKey?: boolean;
  /** The status word of every job, in the provider's spelling. Without it, jobs are finished after `polls`. */
  readonly jobStatus?: string;
  /** How often a job is still running when it is asked for. Default 1. */
  readonly polls?: number;
  /** Milliseconds between two polls. Default 20, not the real CLI's 10 seconds. */
  readonly pollMs?: number;
  /** Providers send no preview image with a video. */
  readonly noThumbnails?: boolean;
}

export const BEHAVIOUR_FILE = "standin.json";

/** @param folder absolute folder of the script */
export function readBehaviour(folder: string): MultixBehaviour {
  const file = join(folder, BEHAVIOUR_FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as MultixBehaviour) : {};
}
