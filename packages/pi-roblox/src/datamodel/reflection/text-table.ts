/** The checked-in tables: a line that names table, form and engine, then blocks, each headed by a name. Pure. */

import { coreError } from "pi-extension-core/errors";

/** Of the tables' form, as scripts/reflection/tables.mjs writes it. */
const FORMAT = "1";

export interface TextTable {
  /** Such as `0.741.19.7411056`. */
  readonly engineVersion: string;
  /** By name, in the order of names. */
  readonly blocks: ReadonlyMap<string, string>;
}

export function tableDamaged(table: string, problem: string): Error {
  return coreError("FILE_INVALID", `The table of Roblox's ${table} that comes with pi-roblox is damaged: ${problem}`, {
    hint: "Install pi-roblox again.",
    data: { table },
  });
}

/**
 * @param table `classes`, `enums` or `defaults`
 * @param separator between blocks
 * @throws FILE_INVALID for text that is no such table
 */
export function splitTable(text: string, table: string, separator: "\n" | "\n\n"): TextTable {
  const [head = "", ...blocks] = text.trimEnd().split(separator);
  const [name, format, engineVersion] = head.split(" ");
  if (name !== `roblox-${table}` || format !== FORMAT || engineVersion === undefined)
    throw tableDamaged(table, `it begins with ${JSON.stringify(head.slice(0, 40))}`);
  return { engineVersion, blocks: new Map(blocks.map((block) => [/^[^\t\n]*/.exec(block)?.[0] ?? "", block])) };
}
