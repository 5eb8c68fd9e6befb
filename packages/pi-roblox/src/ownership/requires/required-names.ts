/**
 * Names by which callers of a module are found without following every call of the project: a call ends with the name of
 * what it requires, or with a step that can lead anywhere. Pure.
 */

import type { PlatformPath } from "node:path";
import type { InstancePath } from "../../datamodel/instance-path.ts";
import type { RequireArgument } from "./require-argument.ts";

/** Stands for a call whose last step has no name: `script.Parent`, `@alias`, `./..`. No instance has this name here. */
const ANYTHING = "\0";

/** Lower-case, as names of files may be. */
export function requiredNames(argument: RequireArgument): readonly string[] {
  if (argument.kind === "instance") {
    const last = argument.steps.at(-1);
    if (last?.kind === "child" || last?.kind === "ancestor") return [last.name.toLowerCase()];
    return [ANYTHING];
  }
  if (argument.kind !== "string") return [];
  const last = argument.path
    .split("/")
    .filter((name) => name !== "" && name !== ".")
    .at(-1);
  return [last === undefined || last === ".." || last.startsWith("@") ? ANYTHING : last.toLowerCase()];
}

/** Names with which a call that leads to a script may end. */
export function endNames(flavor: PlatformPath, file: string, paths: readonly InstancePath[]): ReadonlySet<string> {
  const stem = flavor.basename(file).replace(/(?:\.server|\.client|\.plugin)?\.luau?$/, "");
  const ofFile = stem === "init" ? flavor.basename(flavor.dirname(file)) : stem;
  const names = [ANYTHING, ofFile, ...paths.flatMap((path) => path.at(-1) ?? [])];
  return new Set(names.map((name) => name.toLowerCase()));
}
