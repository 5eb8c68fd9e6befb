/**
 * What a value of any kind is in plain terms: a scalar, a list, or entries by name. Survives getters, proxies and
 * `toJSON` functions that throw. Pure.
 */

export type PlainForm =
  | { readonly kind: "plain"; readonly plain: unknown }
  | { readonly kind: "list"; readonly items: readonly unknown[] }
  | { readonly kind: "entries"; readonly entries: readonly (readonly [string, unknown])[] };

const UNREADABLE = "[unreadable]";

const plain = (value: unknown): PlainForm => ({ kind: "plain", plain: value });

function attempt<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    // A getter or proxy threw; what it threw says nothing about the value and may itself hold secrets.
    return fallback;
  }
}

function readProperty(object: object, key: string): unknown {
  return attempt<unknown>(() => Reflect.get(object, key), UNREADABLE);
}

function errorEntries(error: Error): [string, unknown][] {
  const names = ["name", "code", "message", "hint", "data", "errors", "cause"];
  return names.flatMap((name): [string, unknown][] => {
    const value = readProperty(error, name);
    return value === undefined ? [] : [[name, value]];
  });
}

function mapForm(map: ReadonlyMap<unknown, unknown>): PlainForm {
  const keyText = (key: unknown): string =>
    typeof key === "string" || typeof key === "number" ? String(key) : `[${typeof key}]`;
  return { kind: "entries", entries: [...map].map(([key, value]): [string, unknown] => [keyText(key), value]) };
}

function objectForm(object: object, honoursToJson: boolean): PlainForm {
  if (Array.isArray(object)) return { kind: "list", items: Array.from(object, (item: unknown) => item) };
  if (object instanceof Error) return { kind: "entries", entries: errorEntries(object) };
  if (object instanceof Map) return mapForm(object);
  if (object instanceof Set) return { kind: "list", items: [...object] };
  if (object instanceof Date) return plain(Number.isNaN(object.getTime()) ? "[invalid date]" : object.toISOString());
  if (object instanceof RegExp || object instanceof URL) return plain(object.toString());
  if (ArrayBuffer.isView(object) || object instanceof ArrayBuffer) return plain(`[${object.byteLength} bytes]`);
  const toJson = readProperty(object, "toJSON");
  if (typeof toJson !== "function" || !honoursToJson) return { kind: "entries", entries: entriesOf(object) };
  const json: unknown = Reflect.apply(toJson, object, [""]);
  return typeof json === "object" && json !== null ? objectForm(json, false) : plain(json);
}

function entriesOf(object: object): [string, unknown][] {
  return Object.keys(object).flatMap((key): [string, unknown][] => {
    const value = readProperty(object, key);
    return typeof value === "function" || typeof value === "symbol" || value === undefined ? [] : [[key, value]];
  });
}

/** A scalar that JSON can hold; what JSON has no word for becomes text. `undefined` stays. */
export function plainScalar(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "function" || typeof value === "symbol") return `[${typeof value}]`;
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return value;
}

/** The plain form of an object or list; what cannot be read is `[unreadable]`. */
export function plainForm(value: object): PlainForm {
  return attempt(() => objectForm(value, true), plain(UNREADABLE));
}
