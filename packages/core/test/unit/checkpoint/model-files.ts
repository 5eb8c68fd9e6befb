/** A file system in memory, with or without case, that answers as the real ones do: to observations, and to restore steps. */

import { matchName } from "../../../src/checkpoint/case-names.ts";
import type { EntryState } from "../../../src/checkpoint/entry-state.ts";
import { ancestorsOf } from "../../../src/checkpoint/manifest.ts";
import type { SeenNow } from "../../../src/checkpoint/plan-restore.ts";
import type { RestoreStep } from "../../../src/checkpoint/restore-step.ts";

export interface ModelFiles {
  readonly all: () => Readonly<Record<string, EntryState>>;
  readonly observe: (paths: readonly string[]) => SeenNow;
  readonly names: (folder: string) => string[];
  /** Throws where a real file system would refuse. */
  readonly put: (path: string, state: EntryState) => void;
  readonly remove: (path: string) => void;
  readonly rename: (from: string, to: string) => void;
  readonly perform: (step: RestoreStep) => void;
}

const parentOf = (path: string): string => ancestorsOf(path).at(-1) ?? "";
const baseOf = (path: string): string => path.slice(parentOf(path) === "" ? 0 : parentOf(path).length + 1);

export function modelFiles(isCaseSensitive: boolean): ModelFiles {
  const files = new Map<string, EntryState>();
  const namesIn = (folder: string): string[] =>
    [...files.keys()].filter((path) => parentOf(path) === folder).map(baseOf);
  /** The path as it is written here; undefined where nothing is. */
  const find = (path: string): string | undefined => {
    let found = "";
    for (const segment of path.split("/")) {
      if (found !== "" && files.get(found)?.kind !== "directory") return undefined;
      const name = matchName(segment, namesIn(found), isCaseSensitive);
      if (name === undefined) return undefined;
      found = found === "" ? name : `${found}/${name}`;
    }
    return found;
  };
  /** Where a new name would come to be. */
  const place = (path: string): string => {
    const parent = parentOf(path);
    if (parent === "") return path;
    const folder = find(parent);
    if (folder === undefined || files.get(folder)?.kind !== "directory") throw new Error(`ENOENT ${path}`);
    return `${folder}/${baseOf(path)}`;
  };
  const must = (path: string): string => {
    const found = find(path);
    if (found === undefined) throw new Error(`ENOENT ${path}`);
    return found;
  };
  const put = (path: string, state: EntryState): void => {
    const found = find(path);
    if (found === undefined) files.set(place(path), state);
    else if (files.get(found)?.kind === "file" && state.kind === "file") files.set(found, state);
    else throw new Error(`EEXIST ${path}`);
  };
  const remove = (path: string): void => {
    const found = must(path);
    if (namesIn(found).length > 0) throw new Error(`ENOTEMPTY ${path}`);
    files.delete(found);
  };
  const rename = (from: string, to: string): void => {
    const source = must(from);
    const target = place(to);
    if (target.startsWith(`${source}/`)) throw new Error(`EINVAL ${to}`);
    const taken = find(to);
    if (taken !== undefined && taken !== source) throw new Error(`EEXIST ${to}`);
    const moving = [...files].filter(([path]) => path === source || path.startsWith(`${source}/`));
    for (const [path] of moving) files.delete(path);
    for (const [path, state] of moving) files.set(`${target}${path.slice(source.length)}`, state);
  };
  const removeTree = (path: string): void => {
    const found = must(path);
    for (const one of files.keys()) if (one === found || one.startsWith(`${found}/`)) files.delete(one);
  };
  const setMode = (path: string, mode: number): void => {
    const found = must(path);
    const state = files.get(found);
    if (state === undefined || !("mode" in state)) throw new Error(`EINVAL ${path}`);
    files.set(found, { ...state, mode });
  };
  return {
    all: () => Object.fromEntries([...files].sort(([a], [b]) => (a < b ? -1 : 1))),
    names: (folder) => {
      const found = folder === "" ? "" : find(folder);
      return found === undefined ? [] : namesIn(found);
    },
    observe: (paths) => {
      const states = new Map<string, EntryState>(paths.map((path) => [path, { kind: "absent" }]));
      const variants = new Map<string, string>();
      for (const path of paths) {
        const found = find(path);
        const state = found === undefined ? undefined : files.get(found);
        if (found === undefined || state === undefined) continue;
        states.set(found, state);
        if (found !== path) variants.set(path, found);
      }
      return { states, variants };
    },
    put,
    remove,
    rename,
    perform: (step) => {
      switch (step.kind) {
        case "recase":
          return rename(step.from, step.path);
        case "remove-file":
        case "remove-folder":
          return remove(step.path);
        case "remove-foreign":
          return removeTree(step.path);
        case "make-folder":
          return put(step.path, { kind: "directory", mode: step.mode });
        case "write-file":
          return put(step.path, step.file);
        case "make-link":
          return put(step.path, { kind: "symlink", target: step.target });
        case "set-mode":
          return setMode(step.path, step.mode);
      }
    },
  };
}
