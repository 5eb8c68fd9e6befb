/**
 * Where a string leads that is given to `require`. Rules: the Luau RFCs "new-require-by-string-semantics",
 * "abstract-module-paths-and-init-dot-luau", "amended-alias-syntax"; in the engine the path goes through instances. Pure.
 */

import { pathFlavor } from "../../datamodel/file-key.ts";
import type { MappedInstance } from "../../datamodel/instance-map.ts";
import { LUAU_CONFIG_NAME } from "./luau-config.ts";
import type { InstanceStep } from "./require-argument.ts";
import { type RequireTarget, type RequireWorld, toInstances, unresolved } from "./require-target.ts";
import { walkSteps } from "./walk-instances.ts";

const INIT_FILE = /^init(?:\.server|\.client|\.plugin)?\.luau?$/;
const SCRIPT_ENDING = /(?:\.server|\.client|\.plugin)?\.luau?$/;
const ENDINGS = [".luau", ".lua"];
const ALIAS = /^@([A-Za-z0-9_.-]+)(?:\/|$)/;
const MAX_ALIAS_CHAIN = 16;

/** @param file absolute, of the requiring script @param scripts the instances that it makes */
export function resolveString(
  text: string,
  file: string,
  scripts: readonly MappedInstance[],
  world: RequireWorld,
): RequireTarget {
  const alias = ALIAS.exec(text)?.[1]?.toLowerCase();
  const isRelative = /^\.{1,2}(?:\/|$)/.test(text);
  if (!isRelative && alias === undefined) return unresolved("a path begins with ./, ../ or an alias such as @self");
  const rest = alias === undefined ? text : text.slice(alias.length + 2);
  const steps = instanceSteps(alias, rest);
  const found = steps === undefined ? [] : instancesAt(steps, alias === "game", scripts, world);
  if (found.length > 0) return toInstances(found);
  if (alias === "game") return unresolved(`${text} is not in the Rojo project; Studio may have it`);
  return resolveByFile(text, alias, rest, file, world);
}

/** Undefined for an alias that only files know. */
function instanceSteps(alias: string | undefined, rest: string): readonly InstanceStep[] | undefined {
  if (alias !== undefined && alias !== "self" && alias !== "game") return undefined;
  const steps: InstanceStep[] = alias === undefined ? [{ kind: "parent" }] : [];
  for (const name of rest.split("/")) {
    if (name === "..") steps.push({ kind: "parent" });
    else if (name !== "" && name !== ".") steps.push({ kind: "child", name });
  }
  return steps;
}

function instancesAt(
  steps: readonly InstanceStep[],
  isFromGame: boolean,
  scripts: readonly MappedInstance[],
  { map }: RequireWorld,
): readonly MappedInstance[] {
  if (map === undefined) return [];
  const starts = isFromGame ? [[]] : scripts.map(({ path }) => path);
  return starts.flatMap((start) => {
    const walked = walkSteps(map, start, steps);
    return "path" in walked ? map.at(walked.path) : [];
  });
}

function resolveByFile(
  text: string,
  alias: string | undefined,
  rest: string,
  file: string,
  world: RequireWorld,
): RequireTarget {
  const flavor = pathFlavor(world.naming);
  const own = modulePath(file, world);
  const start = alias === undefined ? flavor.dirname(own) : alias === "self" ? own : aliasPath(alias, file, world);
  if (typeof start !== "string") return unresolved(start.why);
  const target = flavor.join(start, ...rest.split("/"));
  const candidates = [
    ...ENDINGS.map((ending) => target + ending),
    ...ENDINGS.map((ending) => flavor.join(target, `init${ending}`)),
  ];
  const [found, ...others] = candidates.filter((candidate) => world.isFile(candidate));
  if (found === undefined) return unresolved(`there is no module at ${shown(target, world)}`);
  if (others.length > 0)
    return unresolved(`${text} is ambiguous: ${[found, ...others].map((one) => shown(one, world)).join(", ")}`);
  const instances = (world.map?.ofFile(found) ?? []).filter(({ sourceFile }) => sourceFile === found);
  return { isResolved: true, instances: instances.map(({ path }) => path), files: [found] };
}

/** A module's path has no ending; that of an init file is its folder. */
function modulePath(file: string, world: RequireWorld): string {
  const flavor = pathFlavor(world.naming);
  return INIT_FILE.test(flavor.basename(file)) ? flavor.dirname(file) : file.replace(SCRIPT_ENDING, "");
}

/** The path that the nearest configuration gives an alias; one that does not know it leaves it to those above. */
function aliasPath(name: string, file: string, world: RequireWorld): string | { readonly why: string } {
  const flavor = pathFlavor(world.naming);
  let folder = flavor.dirname(file);
  let wanted = name;
  let rest = "";
  for (let links = 0; links < MAX_ALIAS_CHAIN; links += 1) {
    const found = lookUpAlias(wanted, folder, world);
    if ("why" in found) return found;
    const next = ALIAS.exec(found.path)?.[1]?.toLowerCase();
    if (next === undefined)
      return flavor.isAbsolute(found.path)
        ? flavor.join(found.path, rest)
        : flavor.join(found.folder, ...found.path.split("/"), rest);
    // An alias of an alias is looked up from where it is written.
    rest = flavor.join(...found.path.slice(next.length + 2).split("/"), rest);
    wanted = next;
    ({ folder } = found);
  }
  return { why: `@${name} leads from alias to alias without an end` };
}

function lookUpAlias(
  name: string,
  from: string,
  world: RequireWorld,
): { readonly path: string; readonly folder: string } | { readonly why: string } {
  const flavor = pathFlavor(world.naming);
  let problem: string | undefined;
  for (let folder = from; ; folder = flavor.dirname(folder)) {
    const config = world.configOf(folder);
    const path = config?.aliases.get(name);
    if (path !== undefined) return { path, folder };
    problem ??= config?.problem;
    if (folder === world.root || folder === flavor.dirname(folder)) break;
  }
  return { why: problem ?? `no ${LUAU_CONFIG_NAME} from the script up to the project's folder has an alias @${name}` };
}

function shown(file: string, { root, naming }: RequireWorld): string {
  const relative = pathFlavor(naming).relative(root, file);
  return naming.platform === "win32" ? relative.replaceAll("\\", "/") : relative;
}
