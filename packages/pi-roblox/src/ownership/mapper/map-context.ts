/** What a project file sets for the files below it. Source: Rojo 7.7.1 snapshot/metadata.rs, `InstanceContext`. Pure. */

import type { IgnoreRule, RojoProject, SyncRule } from "../project/project-types.ts";
import type { FileRules } from "./file-rules.ts";
import type { RustPath } from "./rust-path.ts";

/** A rule and the folder that its pattern is relative to. */
interface Based<Rule> {
  readonly rule: Rule;
  readonly base: string;
  readonly projectFile: string;
}

export interface MapContext {
  /** Tells contexts apart. */
  readonly id: number;
  /** Those of outer projects first. */
  readonly ignoreRules: readonly Based<IgnoreRule>[];
  /** Of the innermost project alone. */
  readonly syncRules: readonly Based<SyncRule>[];
  readonly emitLegacyScripts: boolean;
  /** Of the version of Rojo. */
  readonly rules: FileRules;
}

/** The context inside of a project that was found in `outer`. @param folder of the project file, as Rojo spells it */
export function innerContext(
  outer: MapContext,
  id: number,
  project: RojoProject,
  folder: string,
  projectFile: string,
): MapContext {
  const based = <Rule>(rule: Rule): Based<Rule> => ({ rule, base: folder, projectFile });
  return {
    id,
    ignoreRules: [...outer.ignoreRules, ...project.globIgnorePaths.map(based)],
    syncRules: project.syncRules.map(based),
    emitLegacyScripts: project.emitLegacyScripts ?? true,
    rules: outer.rules,
  };
}

/** Which of the ignore rules decides about an entry of `folder`, if one ignores it: the last that matches counts. */
export function ignoreRuleFor(
  context: MapContext,
  folder: string,
  rust: RustPath,
): (name: string) => Based<IgnoreRule> | undefined {
  const local = localRules(context.ignoreRules, folder, rust);
  return (name) => {
    let deciding: Based<IgnoreRule> | undefined;
    for (const { based, prefix } of local) {
      const { rule } = based;
      if (!context.rules.hasNegation) {
        if (rule.literalGlob.matches(prefix + name)) return based;
      } else if (rule.glob.matches(prefix + name)) {
        deciding = rule.isNegated ? undefined : based;
      }
    }
    return deciding;
  };
}

/** The first sync rule of the project that fits a file of `folder`. */
export function syncRuleFor(
  context: MapContext,
  folder: string,
  rust: RustPath,
): (name: string) => Based<SyncRule> | undefined {
  const local = localRules(context.syncRules, folder, rust);
  return (name) =>
    local.find(({ based: { rule }, prefix }) => {
      const relative = prefix + name;
      return !(rule.exclude?.matches(relative) ?? false) && rule.pattern.matches(relative);
    })?.based;
}

/** Rules that reach into `folder`, with what stands before a name there. */
function localRules<Rule>(
  rules: readonly Based<Rule>[],
  folder: string,
  rust: RustPath,
): readonly { readonly based: Based<Rule>; readonly prefix: string }[] {
  return rules.flatMap((based) => {
    const inside = rust.stripPrefix(folder, based.base);
    if (inside === undefined) return [];
    return [{ based, prefix: inside === "" ? "" : `${inside}${rust.separator}` }];
  });
}
