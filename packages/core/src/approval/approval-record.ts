/** The record of approvals as text: strict in reading, because a record that is not understood approves nothing. Pure. */

import { redactValue } from "../redact/index.ts";
import { approvalIdOf } from "./approval-request.ts";
import type { ObservedRequest } from "./observed-request.ts";

/** One approval. Only `key` decides; the rest tells people what it is. */
export interface ApprovalEntry {
  readonly key: string;
  readonly id: string;
  /** ISO 8601 time in UTC. */
  readonly approvedAt: string;
  readonly projectRoot: string;
  readonly purpose: string;
  readonly source: { readonly file: string; readonly fingerprint: string };
  readonly executable?: string;
  /** Redacted. */
  readonly args?: readonly string[];
  readonly envNames?: readonly string[];
  readonly readPaths?: readonly string[];
}

export type ParsedApprovals =
  | { readonly state: "valid"; readonly entries: readonly ApprovalEntry[] }
  /** Written by a later version: approves nothing here, and is left as it is. */
  | { readonly state: "newer"; readonly version: number }
  | { readonly state: "damaged"; readonly problem: string };

const VERSION = 1;
const MAX_ENTRIES = 1000;

const isText = (value: unknown): value is string => typeof value === "string";
const field = (value: object, name: string): unknown => Reflect.get(value, name);
const isTexts = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.every(isText));

function isEntry(value: unknown): value is ApprovalEntry {
  if (typeof value !== "object" || value === null) return false;
  const key = field(value, "key");
  const source = field(value, "source");
  return (
    isText(key) &&
    /^[0-9a-f]{64}$/.test(key) &&
    field(value, "id") === approvalIdOf(key) &&
    ["approvedAt", "projectRoot", "purpose"].every((name) => isText(field(value, name))) &&
    typeof source === "object" &&
    source !== null &&
    isText(field(source, "file")) &&
    isText(field(source, "fingerprint")) &&
    (field(value, "executable") === undefined || isText(field(value, "executable"))) &&
    ["args", "envNames", "readPaths"].every((name) => isTexts(field(value, name)))
  );
}

export function parseApprovals(text: string): ParsedApprovals {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { state: "damaged", problem: "it is not JSON" };
  }
  if (typeof value !== "object" || value === null) return { state: "damaged", problem: "it is not an object" };
  const version = field(value, "version");
  if (typeof version === "number" && version > VERSION) return { state: "newer", version };
  const entries = field(value, "approvals");
  if (version !== VERSION || !Array.isArray(entries))
    return { state: "damaged", problem: "it has no approvals of version 1" };
  const bad = entries.findIndex((entry) => !isEntry(entry));
  if (bad !== -1) return { state: "damaged", problem: `approval ${bad + 1} is not well-formed` };
  return { state: "valid", entries: entries.filter(isEntry) };
}

export function formatApprovals(entries: readonly ApprovalEntry[]): string {
  return `${JSON.stringify({ version: VERSION, approvals: entries }, null, 2)}\n`;
}

/** What the record keeps of an approved request. Values of variables are left out. */
export function approvalEntry(observed: ObservedRequest, approvedAt: string): ApprovalEntry {
  const { request, key, id, projectRoot } = observed;
  const { command, readPaths, purpose, source } = request;
  return {
    key,
    id,
    approvedAt,
    projectRoot,
    purpose,
    source: { file: source.file, fingerprint: source.fingerprint },
    ...(command === undefined
      ? {}
      : {
          executable: command.executable,
          args: redactValue([...command.args]),
          envNames: Object.keys(command.env ?? {}),
        }),
    ...(readPaths === undefined ? {} : { readPaths: [...readPaths] }),
  };
}

/** `entries` with `entry` as the newest; the oldest ones beyond 1,000 are dropped and would be asked for again. */
export function withApproval(entries: readonly ApprovalEntry[], entry: ApprovalEntry): ApprovalEntry[] {
  return [...entries.filter(({ key }) => key !== entry.key), entry].slice(-MAX_ENTRIES);
}
