/** What Rojo makes of a file, or would make of it if it existed, and why it makes nothing of it. Pure. */

import { type FileNaming, fileKey, namesBelow } from "../../datamodel/file-key.ts";
import type { MappedInstance } from "../../datamodel/instance-map.ts";
import { nodesOfFile, resolvedFile, toInstance } from "./located-node.ts";
import { ignoreRuleFor, syncRuleFor } from "./map-context.ts";
import type { MappedFolder, MapResult } from "./map-project.ts";
import { RustPath } from "./rust-path.ts";

/**
 * `source`: its text becomes the instance. `meta` and `project`: it says something about the instance. `unused`: an init
 * file that another one comes before.
 */
type FileRole = "meta" | "project" | "source" | "unused";

export type FileJudgement =
  | { readonly kind: "instance"; readonly role: FileRole; readonly instances: readonly MappedInstance[] }
  | {
      readonly kind: "ignored";
      /** As written in the project file. */
      readonly by: string;
      readonly rule: "glob" | "sync-rule";
      readonly projectFile: string;
      /** Absolute: the file itself, or the folder above that is ignored. */
      readonly what: string;
    }
  /** It lies in a mapped folder, but Rojo takes no such file. */
  | { readonly kind: "no-rule" }
  /** The folder is what its project file says, and that does not lead to the file. */
  | { readonly kind: "shadowed"; readonly projectFile: string }
  /** No path of the project leads there. */
  | { readonly kind: "unmapped" }
  | { readonly kind: "unknown"; readonly because: string };

/**
 * @param result of a map of the disk with the file
 * @param file absolute, without links
 */
export function judgeFile(result: MapResult, file: string, naming: FileNaming): FileJudgement {
  const key = fileKey(file, naming);
  const { node } = result.part;
  const instances =
    node === undefined ? [] : nodesOfFile(node, key, naming).map((located) => toInstance(located, naming));
  const [first] = instances;
  if (first !== undefined) return { kind: "instance", role: roleOf(first, key, naming), instances };
  const [want] = result.wants;
  if (want !== undefined) return { kind: "unknown", because: `${want.path} was not looked at yet` };
  const [nearest] = nearestFolders(result, key, naming);
  if (nearest !== undefined) return whyNothing(nearest, file, key, naming);
  if (result.part.node?.isOpaque !== true) return { kind: "unmapped" };
  return { kind: "unknown", because: result.part.problems[0]?.message ?? "the project file cannot be read" };
}

function roleOf({ sourceFile }: MappedInstance, key: string, naming: FileNaming): FileRole {
  if (sourceFile !== undefined && fileKey(sourceFile, naming) === key) return "source";
  if (/\.meta\.jsonc?$/i.test(key)) return "meta";
  return /\.project\.jsonc?$/i.test(key) ? "project" : "unused";
}

/** Mapped folders that the file lies in; deepest first. */
function nearestFolders({ folders }: MapResult, key: string, naming: FileNaming): readonly MappedFolder[] {
  return folders
    .filter(({ realPath }) => (namesBelow(key, fileKey(realPath, naming), naming)?.length ?? 0) > 0)
    .sort((a, b) => b.realPath.length - a.realPath.length);
}

function whyNothing(folder: MappedFolder, file: string, key: string, naming: FileNaming): FileJudgement {
  const rust = new RustPath(naming.platform);
  const { context, path, realPath, projectFile } = folder;
  const depth = namesBelow(key, fileKey(realPath, naming), naming)?.length ?? 0;
  // As they are spelled: globs tell case apart on every disk.
  const [name = "", ...deeper] = file.split(rust.separator).slice(-depth);
  if (projectFile !== undefined) return { kind: "shadowed", projectFile: resolvedFile(projectFile, naming) };
  const what = rust.join(realPath, name);
  const ignored = ignoreRuleFor(context, path, rust)(name);
  if (ignored !== undefined) {
    const { rule } = ignored;
    return { kind: "ignored", by: rule.text, rule: "glob", projectFile: ignored.projectFile, what };
  }
  // Rojo goes into every folder that is not ignored.
  if (deeper.length > 0) return { kind: "unknown", because: `${what} is not read` };
  const syncRule = syncRuleFor(context, path, rust)(name);
  if (syncRule?.rule.use === "ignore") {
    const { rule } = syncRule;
    return { kind: "ignored", by: rule.pattern.pattern, rule: "sync-rule", projectFile: syncRule.projectFile, what };
  }
  return { kind: "no-rule" };
}
