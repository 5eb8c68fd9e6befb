/** The data module "@enums" of the value types. Pure. */

/** Items by enum name; an item is its name and value. */
export type EnumItems = Readonly<Record<string, Readonly<Record<string, number>>>>;

const NAME = /^[A-Za-z_]\w*$/;

/**
 * Luau source of a module that returns one string for each enum, as `values/enums.luau` reads it. Items come in order of
 * their value, as `GetEnumItems` lists them.
 * @throws TypeError for a name that is no identifier or a value that is no integer
 */
export function enumItemsModule(enums: EnumItems): string {
  const rows = Object.entries(enums).map(([enumName, items]) => {
    const parts = Object.entries(items)
      .sort(([, a], [, b]) => a - b)
      .map(([name, value]) => `${checkedName(name)}=${checkedValue(name, value)}`);
    return `\t${checkedName(enumName)} = "${parts.join(",")}",\n`;
  });
  return `return {\n${rows.join("")}}\n`;
}

function checkedName(name: string): string {
  if (!NAME.test(name)) throw new TypeError(`"${name}" cannot name an enum or an item`);
  return name;
}

function checkedValue(name: string, value: number): number {
  if (!Number.isSafeInteger(value)) throw new TypeError(`the item ${name} has the value ${value}, not an integer`);
  return value;
}
