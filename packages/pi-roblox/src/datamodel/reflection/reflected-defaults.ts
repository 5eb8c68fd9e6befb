/** The values that properties of a new instance have. Pure. */

import type { ReflectedValue } from "./reflected-types.ts";
import type { Reflection } from "./reflection.ts";
import { splitTable, tableDamaged } from "./text-table.ts";

export interface ReflectedDefaults {
  /** Undefined where the data has none, as for classes that cannot be created. */
  find(className: string, property: string): ReflectedValue | undefined;
  /** All that the data has, inherited ones included, by canonical name. */
  of(className: string): ReadonlyMap<string, ReflectedValue>;
}

function parseValue(type: string, text: string): ReflectedValue {
  try {
    return { type, value: JSON.parse(text) };
  } catch (error) {
    throw tableDamaged("defaults", `${JSON.stringify(text.slice(0, 40))}: ${String(error)}`);
  }
}

function parseBlock(block: string): ReadonlyMap<string, ReflectedValue> {
  const lines = block.split("\n").slice(1);
  return new Map(
    lines.map((line) => {
      const [name = "", type = "", text = ""] = line.split("\t");
      return [name, parseValue(type, text)];
    }),
  );
}

/** @throws FILE_INVALID when `text` is not the table of defaults; here or at the first use of a class */
export function createDefaults(reflection: Reflection, text: string): ReflectedDefaults {
  const { blocks } = splitTable(text, "defaults", "\n\n");
  const known = new Map<string, ReadonlyMap<string, ReflectedValue>>();

  // The table leaves out what a class has in common with the one above it.
  const of = (className: string): ReadonlyMap<string, ReflectedValue> => {
    const found = known.get(className);
    if (found !== undefined) return found;
    const superclass = reflection.findClass(className)?.superclass;
    const block = blocks.get(className);
    const all = new Map([
      ...(superclass === undefined ? [] : of(superclass)),
      ...(block === undefined ? [] : parseBlock(block)),
    ]);
    known.set(className, all);
    return all;
  };

  return { find: (className, property) => of(className).get(property), of };
}
