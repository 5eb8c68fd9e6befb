/**
 * What Rojo does with each entry of a folder, from the listing alone. Source: Rojo 7.7.1 snapshot_middleware/dir.rs and
 * mod.rs. Pure.
 */

import type { Middleware } from "../project/project-types.ts";
import type { FolderEntry, FolderFact } from "./disk-facts.ts";
import { isPlain, plainFileNode } from "./file-node.ts";
import { defaultRuleFor, instanceNameOf, listedInitFiles, metaNames } from "./file-rules.ts";
import { ignoreRuleFor, type MapContext, syncRuleFor } from "./map-context.ts";
import { failure, type MapPart, type MapProblem } from "./map-node.ts";
import type { RustPath } from "./rust-path.ts";

/** How one file is read, and the name of what it becomes. */
export interface FileReading {
  readonly use: Middleware;
  readonly name: string;
}

/** A child of the folder: ready, or to be looked into. */
type Slot =
  | { readonly kind: "ready"; readonly part: MapPart }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "file"; readonly path: string; readonly realFile: string; readonly reading: FileReading };

export interface FolderPlan {
  readonly slots: readonly Slot[];
  /** The file that makes the folder something else than a Folder. */
  readonly init: { readonly name: string; readonly use: Middleware } | undefined;
  /** All init files that are there, in the order of a sourcemap. */
  readonly listedInits: readonly string[];
  readonly problems: readonly MapProblem[];
}

/** Names of a folder as its file system tells them apart. */
export interface FolderIndex {
  readonly has: (name: string) => boolean;
  readonly get: (name: string) => FolderEntry | undefined;
}

export function indexFolder(fact: FolderFact, isCaseSensitive: boolean): FolderIndex {
  const key = (name: string): string => (isCaseSensitive ? name : name.normalize("NFC").toLowerCase());
  const byName = new Map(
    fact.entries.flatMap((entry) => (entry.kind === "broken" ? [] : [[key(entry.name), entry] as const])),
  );
  return { has: (name) => byName.has(key(name)), get: (name) => byName.get(key(name)) };
}

interface FolderPlace {
  readonly path: string;
  readonly fact: FolderFact;
  readonly index: FolderIndex;
  readonly context: MapContext;
  readonly rust: RustPath;
}

export function planFolder(place: FolderPlace): FolderPlan {
  const { path, fact, index, context, rust } = place;
  const ignoredBy = ignoreRuleFor(context, path, rust);
  const ruleFor = readingIn(path, context, rust);
  const slots: Slot[] = [];
  const problems: MapProblem[] = [];
  for (const entry of fact.entries) {
    if (ignoredBy(entry.name) !== undefined || entry.kind === "broken") continue;
    const entryPath = rust.join(path, entry.name);
    if (entry.isNameInvalid) {
      problems.push(failure(entryPath, `the name of ${entryPath} is no UTF-8`, "Rename it."));
    } else if (entry.kind === "folder") {
      slots.push({ kind: "folder", path: entryPath });
    } else {
      const reading = ruleFor(entry.name);
      if (reading === undefined) continue;
      if (entry.kind === "other")
        problems.push(failure(entryPath, `${entryPath} is no regular file`, "Remove or ignore it."));
      else slots.push(fileSlot(place, entry, reading));
    }
  }
  const init = [...context.rules.initFiles].find(([name]) => index.has(name));
  return {
    slots,
    init: init === undefined ? undefined : { name: init[0], use: init[1] },
    listedInits: listedInitFiles.filter(
      (name) => context.rules.initFiles.has(name) && index.get(name)?.kind === "file",
    ),
    problems,
  };
}

/** How Rojo reads a file of `folder`, by its name; undefined where it makes nothing of it. */
export function readingIn(
  folder: string,
  context: MapContext,
  rust: RustPath,
): (fileName: string) => FileReading | undefined {
  const userRule = syncRuleFor(context, folder, rust);
  return (fileName) => {
    // An init file speaks for its folder, whatever the rules say.
    if (context.rules.initFiles.has(fileName)) return undefined;
    const own = userRule(fileName)?.rule;
    if (own !== undefined) {
      if (own.use === "ignore") return undefined;
      return { use: own.use, name: instanceNameOf(fileName, own.suffix, rust) };
    }
    const rule = defaultRuleFor(fileName, context.rules);
    if (rule === undefined) return undefined;
    const ending = rule.cutsEnding ? rule.endings[0] : undefined;
    return { use: rule.use, name: instanceNameOf(fileName, ending, rust) };
  };
}

function fileSlot({ path, fact, index, context, rust }: FolderPlace, entry: FolderEntry, reading: FileReading): Slot {
  const realFile = entry.linkTarget ?? rust.join(fact.realPath, entry.name);
  const { use, name } = reading;
  // Most files by far: nothing but their name matters.
  if (isPlain(use) && metaNames(name, context.rules).every((meta) => !index.has(meta)))
    return { kind: "ready", part: plainFileNode({ name, use, realFile, context, metas: [] }) };
  return { kind: "file", path: rust.join(path, entry.name), realFile, reading };
}
