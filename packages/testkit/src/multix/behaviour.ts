/**
 * What the stand-in does beside the real CLI's usual behaviour, read from `standin.json` beside its script: the
 * environment of the child is an allow-list, so a variable would not reach it.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Container } from "./media-bytes.ts";

export interface MultixBehaviour {
  /** Answer like a provider that refuses, with this body; `$KEY` stands for the key that was sent. */
  readonly refuse?: { readonly status: number; readonly body: string };
  /** The container that a provider chooses, whatever the file is called. */
  readonly container?: Container;
  /** Report success without writing anything. */
  readonly writeNothing?: boolean;
  /** Lines of output before the result. */
  readonly floodLines?: number;
  /** Never end; ignore SIGTERM. */
  readonly hang?: boolean;
  /** Start a child that outlives a careless caller. */
  readonly leaveChild?: boolean;
  /** What a status command answers. */
  readonly jobStatus?: string;
  /** Print the key that was sent, in pieces. */
  readonly echoKey?: boolean;
  /** Milliseconds before the result, as while a provider works. */
  readonly delayMs?: number;
}

export function readBehaviour(folder: string): MultixBehaviour {
  const file = join(folder, "standin.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as MultixBehaviour) : {};
}
