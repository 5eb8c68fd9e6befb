/** A process as part of a file name, so that whoever sees the file can tell whether its owner still lives. */

import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { currentProcess, lifeOf, type ProcessIdentity, type ProcessLife } from "./process-identity.ts";

export interface NamedOwner extends ProcessIdentity {
  /** A short key of the machine: a pid on another one says nothing here. */
  readonly hostKey: string;
}

const NAME = /^(?<hostKey>[0-9a-f]{8})\.(?<pid>\d+)\.(?<token>\d+-\d+|none)$/;

export function hostKeyOf(host: string): string {
  return createHash("sha256").update(host).digest("hex").slice(0, 8);
}

export function currentOwner(): NamedOwner {
  return { ...currentProcess(), hostKey: hostKeyOf(hostname()) };
}

/** `<host key>.<pid>.<start token or none>`. Pure. */
export function formatOwner({ hostKey, pid, startToken }: NamedOwner): string {
  return `${hostKey}.${pid}.${startToken ?? "none"}`;
}

/** The inverse of `formatOwner`; undefined for any other text. Pure. */
export function parseOwner(text: string): NamedOwner | undefined {
  const groups = NAME.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { hostKey = "", pid, token } = groups;
  return { hostKey, pid: Number(pid), startToken: token === "none" ? undefined : token };
}

/** `unknown` for an owner on another machine. */
export function lifeOfOwner(owner: NamedOwner): ProcessLife {
  return owner.hostKey === hostKeyOf(hostname()) ? lifeOf(owner) : "unknown";
}
