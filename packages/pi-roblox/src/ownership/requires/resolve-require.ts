/** Where a call of `require` in a file leads. Pure. */

import { fileKey } from "../../datamodel/file-key.ts";
import type { MappedInstance } from "../../datamodel/instance-map.ts";
import type { RequireArgument } from "./require-argument.ts";
import { type RequireTarget, type RequireWorld, toInstances, unresolved } from "./require-target.ts";
import { resolveString } from "./resolve-string.ts";
import { walkSteps, whyMissing } from "./walk-instances.ts";

/** The instances whose source a file is. */
export function scriptsOf(file: string, { map, naming }: RequireWorld): readonly MappedInstance[] {
  const key = fileKey(file, naming);
  return (map?.ofFile(file) ?? []).filter(
    ({ sourceFile }) => sourceFile !== undefined && (sourceFile === file || fileKey(sourceFile, naming) === key),
  );
}

/** @param file absolute, of the requiring script */
export function resolveRequire(argument: RequireArgument, file: string, world: RequireWorld): RequireTarget {
  switch (argument.kind) {
    case "string":
      return resolveString(argument.path, file, scriptsOf(file, world), world);
    case "instance":
      return resolveInstance(argument, file, world);
    case "asset":
      return unresolved(`asset ${argument.assetId} is loaded from Roblox when the game runs`);
    case "dynamic":
      return unresolved(argument.why);
  }
}

function resolveInstance(
  { base, steps }: Extract<RequireArgument, { kind: "instance" }>,
  file: string,
  world: RequireWorld,
): RequireTarget {
  const { map } = world;
  if (map === undefined) return unresolved("there is no Rojo project, so instances are not known");
  if (base === "game" && map.root.className !== "DataModel")
    return unresolved("the Rojo project is no place, so what game holds is not known");
  const starts = base === "game" ? [[]] : scriptsOf(file, world).map(({ path }) => path);
  if (starts.length === 0) return unresolved("this file makes no script in the Rojo project");
  const found: MappedInstance[] = [];
  let why = "";
  for (const start of starts) {
    const walked = walkSteps(map, start, steps);
    if ("why" in walked) ({ why } = walked);
    else {
      const here = map.at(walked.path);
      found.push(...here);
      if (here.length === 0) why = whyMissing(map, walked.path);
    }
  }
  return found.length > 0 ? toInstances(found) : unresolved(why);
}
