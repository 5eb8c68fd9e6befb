/** Names of files in a staging folder: they tell who made them, so that a sweep can tell the dead. */

import { hostname } from "node:os";
import type { ProcessIdentity } from "../lock/process-identity.ts";
import { hashBytes } from "./fingerprint.ts";

export interface StagedOwner extends ProcessIdentity {
  /** A short key of the machine: the pid of a process on another one says nothing here. */
  readonly hostKey: string;
}

const NAME = /^write\.(?<hostKey>[0-9a-f]{8})\.(?<pid>\d+)\.(?<token>\d+-\d+|none)\.[0-9a-f]+\.tmp$/;

export function hostKey(host: string = hostname()): string {
  return hashBytes(host).slice("sha256:".length).slice(0, 8);
}

/** `write.<host key>.<pid>.<start token or none>.<random>.tmp`. @param random hex digits */
export function tempName(owner: ProcessIdentity, random: string, host: string = hostKey()): string {
  return `write.${host}.${owner.pid}.${owner.startToken ?? "none"}.${random}.tmp`;
}

/** The owner of a staged file, or undefined for a file that is not one of ours. Pure. */
export function tempOwner(name: string): StagedOwner | undefined {
  const groups = NAME.exec(name)?.groups;
  if (groups === undefined) return undefined;
  const { hostKey: host = "", pid, token } = groups;
  return { hostKey: host, pid: Number(pid), startToken: token === "none" ? undefined : token };
}
