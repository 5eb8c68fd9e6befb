/** Follows the steps of an instance path through the map of a Rojo project. Pure. */

import type { InstanceMap, MappedInstance } from "../../datamodel/instance-map.ts";
import type { InstancePath } from "../../datamodel/instance-path.ts";
import { formatInstancePath } from "../../datamodel/instance-path-text.ts";
import type { InstanceStep } from "./require-argument.ts";

export type Walked = { readonly path: InstancePath } | { readonly why: string };

/** What a player has at run time is copied from here. */
const COPIED_TO_PLAYER: Readonly<Record<string, InstancePath>> = {
  PlayerScripts: ["StarterPlayer", "StarterPlayerScripts"],
  PlayerGui: ["StarterGui"],
  Backpack: ["StarterPack"],
};

/** @param from where the steps begin */
export function walkSteps(map: InstanceMap, from: InstancePath, steps: readonly InstanceStep[]): Walked {
  const isPlace = map.root.className === "DataModel";
  let path = from;
  for (const step of steps) {
    const next = takeStep(map, path, step);
    if (next === undefined)
      return {
        why: isPlace ? `${describe(step)} leads out of the game` : `${describe(step)} leads out of the Rojo project`,
      };
    path = next;
  }
  return { path: asStored(path) };
}

function takeStep(map: InstanceMap, path: InstancePath, step: InstanceStep): InstancePath | undefined {
  switch (step.kind) {
    case "child":
      return [...path, step.name];
    case "parent": {
      // The parent of the root of a project that is no place is not known.
      const top = map.root.className === "DataModel" ? 0 : 1;
      return path.length > top ? path.slice(0, -1) : undefined;
    }
    case "service":
      return [serviceName(map, step.className)];
    case "ancestor": {
      const index = path.slice(0, -1).lastIndexOf(step.name);
      return index === -1 ? undefined : path.slice(0, index + 1);
    }
  }
}

/** A service may have another name than its class; most have not. */
function serviceName(map: InstanceMap, className: string): string {
  if (map.at([className]).length > 0) return className;
  for (const { path, className: found } of map.all())
    if (path.length === 1 && found === className) return path[0] ?? "";
  return className;
}

function asStored(path: InstancePath): InstancePath {
  const [service, player, container] = path;
  if (service !== "Players" || player !== "LocalPlayer" || container === undefined) return path;
  const stored = Object.hasOwn(COPIED_TO_PLAYER, container) ? COPIED_TO_PLAYER[container] : undefined;
  return stored === undefined ? path : [...stored, ...path.slice(3)];
}

function describe(step: InstanceStep): string {
  return step.kind === "parent" ? "Parent" : `FindFirstAncestor(${step.kind === "ancestor" ? step.name : ""})`;
}

/** Why the map has nothing at a path. */
export function whyMissing(map: InstanceMap, path: InstancePath): string {
  for (let length = path.length - 1; length >= 0; length -= 1) {
    const [ancestor]: readonly (MappedInstance | undefined)[] = map.at(path.slice(0, length));
    if (ancestor === undefined) continue;
    const shown = formatInstancePath(path.slice(0, length));
    return ancestor.isOpaque
      ? `what is inside ${shown} is not known, as it comes from a model file`
      : `${shown} has no ${formatInstancePath([path[length] ?? ""])} in the Rojo project; Studio may have one`;
  }
  return `${formatInstancePath(path)} is not in the Rojo project; Studio may have it`;
}
