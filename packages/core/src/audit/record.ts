/** Audit records as lines of JSON: redacted before anything is cut, and never longer than the limit. Pure. */

import { coreError } from "../errors/index.ts";

const AUDIT_VERSION = 1;

/** What happened, in the caller's fields. `version`, `id` and `at` are set by the log and ignored here. */
export interface AuditEntry {
  /** What kind of event: a stable dotted name such as `transaction.applied`. */
  readonly kind: string;
  readonly [field: string]: unknown;
}

export interface AuditRecord extends AuditEntry {
  readonly version: typeof AUDIT_VERSION;
  readonly id: string;
  /** ISO 8601 time in UTC. */
  readonly at: string;
}

export interface RecordStamp {
  readonly id: string;
  readonly at: string;
}

/** Limits on one string and one list or object, tried in turn until the record is short enough. */
const CUTS: readonly { readonly characters: number; readonly items: number; readonly depth: number }[] = [
  { characters: 16_384, items: 1000, depth: 16 },
  { characters: 4096, items: 200, depth: 12 },
  { characters: 1024, items: 50, depth: 8 },
  { characters: 256, items: 20, depth: 6 },
  { characters: 64, items: 8, depth: 3 },
];
const MAX_KIND_CHARACTERS = 100;

type Cut = (typeof CUTS)[number];

function cutText(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return `${text.slice(0, characters).toWellFormed()}… [${text.length - characters} more characters]`;
}

/** `value` with long strings, long lists and deep structures cut, each with a note of what is missing. */
function cutValue(value: unknown, cut: Cut, depth: number): unknown {
  if (typeof value === "string") return cutText(value, cut.characters);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= cut.depth) return "[too deep]";
  if (Array.isArray(value)) {
    const items: unknown[] = value.slice(0, cut.items).map((item) => cutValue(item, cut, depth + 1));
    return value.length > cut.items ? [...items, `[${value.length - cut.items} omitted]`] : items;
  }
  const entries = Object.entries(value);
  const kept = entries
    .slice(0, cut.items)
    .map(([key, inner]) => [cutText(key, cut.characters), cutValue(inner, cut, depth + 1)] as const);
  const omitted = entries.length - kept.length;
  return Object.fromEntries(omitted > 0 ? [...kept, ["[omitted]", omitted]] : kept);
}

function lineOf(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

function invalid(problem: string): Error {
  return coreError("AUDIT_INVALID", `An audit record ${problem}`, {
    hint: "Give it a kind such as transaction.applied and plain data.",
  });
}

/**
 * The line of one record with its newline, at most `maxBytes` bytes of UTF-8. A record that is cut says so in a field
 * `truncated` with the bytes that it had.
 * @param redact takes out secrets and leaves plain data; see `createValueRedactor`
 * @throws AUDIT_INVALID when the kind is no short text
 */
export function formatRecord(
  entry: AuditEntry,
  stamp: RecordStamp,
  redact: <T>(value: T) => T,
  maxBytes: number,
): string {
  const { kind } = entry;
  if (typeof kind !== "string" || kind === "" || kind.length > MAX_KIND_CHARACTERS)
    throw invalid(`needs a kind of 1 to ${MAX_KIND_CHARACTERS} characters`);
  const head = { version: AUDIT_VERSION, id: stamp.id, at: stamp.at, kind };
  const { version: _version, id: _id, at: _at, kind: _kind, ...fields } = redact(entry);
  const whole = lineOf({ ...head, ...fields });
  const bytes = Buffer.byteLength(whole);
  if (bytes <= maxBytes) return whole;
  for (const cut of CUTS) {
    const rest = cutValue(fields, cut, 0);
    const line = lineOf({ ...head, ...(typeof rest === "object" ? rest : {}), truncated: { bytes } });
    if (Buffer.byteLength(line) <= maxBytes) return line;
  }
  return lineOf({ ...head, truncated: { bytes, fields: "omitted" } });
}

/** The record that `line` holds, or undefined for anything else. */
export function parseRecord(line: string): AuditRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  return isRecord(value) ? value : undefined;
}

function isRecord(value: unknown): value is AuditRecord {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const texts = ["id", "at", "kind"].every((key) => typeof Reflect.get(value, key) === "string");
  return texts && Reflect.get(value, "version") === AUDIT_VERSION;
}
