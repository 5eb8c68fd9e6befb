/** One text for equal data, whatever the order of keys: what hashes of structures are made from. Pure. */

import { coreError } from "../errors/index.ts";

const MAX_DEPTH = 500;

function refuse(problem: string, path: string): Error {
  return coreError("INPUT_INVALID", `A value that should be hashed ${problem}, at ${path === "" ? "its root" : path}`, {
    hint: "Give plain JSON data.",
    data: { path },
  });
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function jsonOf(value: object): unknown {
  return "toJSON" in value && typeof value.toJSON === "function" ? Reflect.apply(value.toJSON, value, [""]) : value;
}

function writeObject(value: object, path: string, open: readonly object[]): string {
  if (open.includes(value)) throw refuse("holds itself", path);
  if (open.length >= MAX_DEPTH) throw refuse(`is more than ${MAX_DEPTH} levels deep`, path);
  const inside = [...open, value];
  if (Array.isArray(value)) {
    const items = Array.from(value, (item: unknown, index) => write(item, `${path}[${index}]`, inside) ?? "null");
    return `[${items.join(",")}]`;
  }
  if (!isPlainObject(value)) throw refuse("holds an object that JSON cannot express", path);
  const fields = Object.keys(value)
    .sort()
    .flatMap((key) => {
      const text = write(Reflect.get(value, key), `${path}.${key}`, inside);
      return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
    });
  return `{${fields.join(",")}}`;
}

function write(given: unknown, path: string, open: readonly object[]): string | undefined {
  const value = typeof given === "object" && given !== null ? jsonOf(given) : given;
  if (value === undefined) return undefined;
  if (value === null) return "null";
  if (typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
  if (typeof value === "object") return writeObject(value, path, open);
  if (typeof value !== "number") throw refuse(`holds a ${typeof value}`, path);
  if (!Number.isFinite(value)) throw refuse(`holds ${value}`, path);
  return JSON.stringify(value);
}

/**
 * Compact JSON with the keys of every object sorted by code unit. Fields that are undefined are left out, list items that
 * are undefined become null, `toJSON` is honoured: as JSON.stringify does.
 * @throws INPUT_INVALID for cycles, more than 500 levels, NaN, infinities, bigints, functions, symbols, maps, sets and
 * other objects that JSON would write as `{}`.
 */
export function stableStringify(value: unknown): string {
  const text = write(value, "", []);
  if (text === undefined) throw refuse("is undefined", "");
  return text;
}
