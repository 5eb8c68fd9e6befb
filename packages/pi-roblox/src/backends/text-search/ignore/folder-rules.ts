/**
 * The ignore files of a folder and of those above it, up to the searched root. Precedence as in ripgrep (ignore 0.4.24,
 * dir.rs `matched_ignore`): the kind of file goes before the depth, so a .ignore at the root beats a .gitignore deep
 * below; within a kind the nearest file that says anything decides. Pure.
 */

import type { GlobCandidate } from "./glob-program.ts";
import { toByteText } from "./glob-tokens.ts";
import { type IgnoreRule, type IgnoreVerdict, judgeByRules } from "./ignore-rules.ts";

/** Strongest first. */
export const IGNORE_FILE_NAMES = [".rgignore", ".ignore", ".gitignore"] as const;

export type IgnoreFileName = (typeof IGNORE_FILE_NAMES)[number];

export interface FolderRules {
  readonly parent: FolderRules | undefined;
  /** From the root with a slash at the end, one character for each byte; empty for the root. */
  readonly prefix: string;
  readonly files: ReadonlyMap<IgnoreFileName, readonly IgnoreRule[]>;
  /** A `.jj` stands here, so the .gitignore files above belong to another repository. ripgrep knows no such for `.git`. */
  readonly isRepository: boolean;
}

/** @param path of the folder, from the root, forward slashes; empty for the root */
export function folderRules(
  parent: FolderRules | undefined,
  path: string,
  files: FolderRules["files"],
  isRepository: boolean,
): FolderRules {
  // A folder that says nothing is looked through.
  if (parent !== undefined && files.size === 0 && !isRepository) return parent;
  return { parent, prefix: path === "" ? "" : `${toByteText(path)}/`, files, isRepository };
}

/** Whether an entry is left out. @param path of the entry, from the root, forward slashes @param rules of its folder */
export function isIgnored(rules: FolderRules, path: string, isFolder: boolean): boolean {
  const bytePath = toByteText(path);
  const name = bytePath.slice(bytePath.lastIndexOf("/") + 1);
  const verdicts = new Map<IgnoreFileName, IgnoreVerdict>();
  let isOtherRepository = false;
  for (let at: FolderRules | undefined = rules; at !== undefined; at = at.parent) {
    const candidate: GlobCandidate = { path: bytePath.slice(at.prefix.length), name };
    for (const [file, fileRules] of at.files) {
      if (verdicts.get(file) !== undefined || (file === ".gitignore" && isOtherRepository)) continue;
      verdicts.set(file, judgeByRules(fileRules, candidate, isFolder));
    }
    isOtherRepository ||= at.isRepository;
  }
  const decisive = IGNORE_FILE_NAMES.find((file) => verdicts.get(file) !== undefined);
  return decisive !== undefined && verdicts.get(decisive) === "ignored";
}
