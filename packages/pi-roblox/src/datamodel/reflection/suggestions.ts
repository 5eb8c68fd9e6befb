/** What a misspelt name may have meant, best first. Pure. */

import { nearestNames } from "../nearest-names.ts";
import type { Reflection } from "./reflection.ts";

export function suggestClasses(reflection: Reflection, wanted: string): readonly string[] {
  return nearestNames(wanted, reflection.classNames);
}

/** Names that a script can use; aliases and deprecated names come only where nothing else is near. */
export function suggestProperties(reflection: Reflection, className: string, wanted: string): readonly string[] {
  const open = reflection.properties(className).filter(({ scriptability }) => scriptability !== "None");
  const current = open.filter(({ storage, tags }) => storage.kind !== "alias" && !tags.includes("Deprecated"));
  const near = nearestNames(
    wanted,
    current.map(({ name }) => name),
  );
  if (near.length > 0) return near;
  return nearestNames(
    wanted,
    open.map(({ name }) => name),
  );
}

export function suggestEnums(reflection: Reflection, wanted: string): readonly string[] {
  return nearestNames(wanted, reflection.enumNames);
}

export function suggestEnumItems(reflection: Reflection, enumName: string, wanted: string): readonly string[] {
  return nearestNames(
    wanted,
    (reflection.enumItems(enumName) ?? []).map(({ name }) => name),
  );
}
