/** What follows from the reflection data: what can be made, what a name stands for, what must be saved. Pure. */

import type { ReflectedProperty } from "./reflected-types.ts";
import type { Reflection } from "./reflection.ts";

/** Whether `Instance.new` makes an instance of the class, and why not. */
export type Creatability =
  | { readonly creatable: true }
  | {
      readonly creatable: false;
      /** `service`: there is one, and it comes with the place. `abstract`: other classes build on it. */
      readonly reason: "abstract" | "not-creatable" | "service" | "unknown-class";
    };

export function creatabilityOf(reflection: Reflection, className: string): Creatability {
  const found = reflection.findClass(className);
  if (found === undefined) return { creatable: false, reason: "unknown-class" };
  if (found.tags.includes("Service")) return { creatable: false, reason: "service" };
  if (!found.tags.includes("NotCreatable")) return { creatable: true };
  const hasSubclass = reflection.classNames.some((name) => reflection.findClass(name)?.superclass === className);
  return { creatable: false, reason: hasSubclass ? "abstract" : "not-creatable" };
}

/**
 * The property that `name` means: the one that it is an alias of, else the one of that name. A migrated property is
 * given as it is, for its value must be converted.
 */
export function canonicalProperty(
  reflection: Reflection,
  className: string,
  name: string,
): ReflectedProperty | undefined {
  const found = reflection.findProperty(className, name);
  return found?.storage.kind === "alias" ? reflection.findProperty(className, found.storage.of) : found;
}

/** Name and parent are the tree's own business, and what is read here is written back as a property. */
const NOT_CAPTURED: ReadonlySet<string> = new Set(["Name", "Parent"]);

/**
 * The properties that a script must read to make the instance anew: those that it can read and write and that a file
 * would hold. Aliases are left out, and so are older forms, but where no script can write the newer one.
 */
export function capturedProperties(reflection: Reflection, className: string): readonly ReflectedProperty[] {
  const isOpen = (property: ReflectedProperty | undefined) => property?.scriptability === "ReadWrite";
  return reflection.properties(className).filter((property) => {
    const { name, storage } = property;
    if (!isOpen(property) || NOT_CAPTURED.has(name)) return false;
    if (storage.kind === "serialized") return true;
    return (
      storage.kind === "migrated" && !storage.to.some((target) => isOpen(reflection.findProperty(className, target)))
    );
  });
}
