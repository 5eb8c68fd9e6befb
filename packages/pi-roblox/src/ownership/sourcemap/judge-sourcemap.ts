/**
 * Whether a new sourcemap is to be believed. Rojo writes one from whatever the folders hold at that moment, so while a
 * package manager or a branch switch works, whole branches can be missing for a while (rojo #1052). Pure.
 */

import { isMetaFile, isProjectFile } from "./source-file.ts";
import type { SourcemapIndex } from "./sourcemap-index.ts";
import { isUnmappable } from "./table.ts";

/** A loss that every sourcemap of this time has shown is no moment any more: somebody meant it. */
export const BELIEVE_LOSS_AFTER_MS = 30_000;

/** Files that made instances before and make none now. */
interface Loss {
  readonly files: readonly string[];
  /** Equal for the same files. */
  readonly fingerprint: string;
}

interface LossFacts {
  readonly loss: Loss;
  /** One of the lost files that is still on disk; undefined when none is. */
  readonly fileOnDisk: string | undefined;
  /** A project file was changed since the last sourcemap that was believed, which may well unmap files. */
  readonly isProjectChanged: boolean;
  /** How long each sourcemap has shown this same loss, in milliseconds; 0 for the first time. */
  readonly shownForMs: number;
}

type Verdict = { readonly isBelieved: true } | { readonly isBelieved: false; readonly because: string };

/** @param next undefined for the literal `null` */
export function findLoss(previous: SourcemapIndex, next: SourcemapIndex | undefined): Loss {
  const { table, options } = previous.source;
  const lost: string[] = [];
  table.keys.forEach((keys, row) => {
    // A row that the next index shares is not lost.
    if (keys.length === 0 || next?.source.table.keys[row] === keys) return;
    const files = (table.files[row] ?? []).filter((file) => !isUnmappable(file, options.naming));
    files.forEach((file, at) => {
      const isSource = !isMetaFile(file) && !isProjectFile(file);
      if (isSource && next?.hasKey(keys[at] ?? "") !== true) lost.push(file);
    });
  });
  return { files: lost, fingerprint: lost.join("\n") };
}

export function judgeLoss({ loss, fileOnDisk, isProjectChanged, shownForMs }: LossFacts): Verdict {
  if (fileOnDisk === undefined || isProjectChanged || shownForMs >= BELIEVE_LOSS_AFTER_MS) return { isBelieved: true };
  const count = loss.files.length === 1 ? "1 file" : `${loss.files.length} files`;
  return {
    isBelieved: false,
    because: `the newest sourcemap has lost ${count}, of which ${fileOnDisk} is still on disk`,
  };
}
