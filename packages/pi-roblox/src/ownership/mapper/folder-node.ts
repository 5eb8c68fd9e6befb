/** What a folder becomes, once its children are known. Source: Rojo 7.7.1 snapshot_middleware/{dir,lua,csv,meta_file}.rs. Pure. */

import { classNameFor, isPlain } from "./file-node.ts";
import type { FolderIndex, FolderPlan } from "./folder-plan.ts";
import type { MapContext } from "./map-context.ts";
import { failure, type MapNode, type MapPart, type MapProblem, mapNode } from "./map-node.ts";
import { ignoresUnknown, type MetaFile, metaProblems } from "./meta-file.ts";
import type { RustPath } from "./rust-path.ts";

interface FolderContents {
  readonly name: string;
  readonly path: string;
  readonly realPath: string;
  readonly index: FolderIndex;
  readonly context: MapContext;
  readonly rust: RustPath;
  readonly plan: FolderPlan;
  /** For the slots of the plan that are not ready, in their order. */
  readonly parts: readonly MapPart[];
  /** Of `init.meta.json` and `init.meta.jsonc`, those that exist. */
  readonly metas: readonly MetaFile[];
  /** Of `NAME.meta.json(c)` inside of the folder, those that exist; empty without an init file. */
  readonly own: readonly MetaFile[];
}

export function assembleFolder(contents: FolderContents): MapPart {
  const { name, path, realPath, rust, plan, metas, own } = contents;
  const { children, problems } = childrenOf(contents);
  const { className, steps, problems: classProblems } = classOfFolder(contents);
  const [ofInit, ...afterMetas] = steps;
  return {
    node: mapNode(name, {
      className,
      files: [...plan.listedInits.map((init) => rust.join(realPath, init)), ...metas.map(({ file }) => file)],
      sourceFile: plan.init === undefined ? undefined : rust.join(realPath, plan.init.name),
      folder: realPath,
      ignoresUnknown: ignoresUnknown(metas),
      children,
    }),
    problems: [
      ...problems,
      ...plan.problems,
      ...classProblems,
      ...initProblems(contents, path),
      ...metaProblems(metas, ...afterMetas),
      ...metaProblems(own, ofInit),
    ],
  };
}

function childrenOf({ plan, parts }: FolderContents): {
  children: readonly MapNode[];
  problems: readonly MapProblem[];
} {
  const children: MapNode[] = [];
  const problems: MapProblem[] = [];
  let next = 0;
  for (const slot of plan.slots) {
    const part = slot.kind === "ready" ? slot.part : parts[next++];
    if (part?.node !== undefined) children.push(part.node);
    if (part !== undefined && part.problems.length > 0) problems.push(...part.problems);
  }
  return { children, problems };
}

/** `className` of a meta file is for what would be a Folder. */
function classOfFolder({ plan, context, metas }: FolderContents): {
  readonly className: string;
  /** Before any meta file, and after each. */
  readonly steps: readonly [string, ...string[]];
  readonly problems: readonly MapProblem[];
} {
  const use = plan.init?.use;
  let className = use !== undefined && isPlain(use) ? classNameFor(use, context) : "Folder";
  const steps: [string, ...string[]] = [className];
  const problems: MapProblem[] = [];
  for (const meta of metas) {
    if (meta.className !== undefined && className === "Folder") className = meta.className;
    else if (meta.className !== undefined)
      problems.push(
        failure(
          meta.file,
          `${meta.file} sets \`className\`, but the folder is a ${className}`,
          "Remove `className`: it is for folders without an init file.",
        ),
      );
    steps.push(className);
  }
  return { className, steps, problems };
}

function initProblems({ plan, index, rust }: FolderContents, path: string): readonly MapProblem[] {
  if (plan.init === undefined || index.get(plan.init.name)?.kind === "file") return [];
  const file = rust.join(path, plan.init.name);
  return [failure(file, `${file} is no regular file, but Rojo reads it for its folder`, "Rename it.")];
}
