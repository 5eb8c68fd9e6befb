/** Names of files in a staging folder: they tell who made them, so that a sweep can tell the dead. Pure. */

import type { ProcessIdentity } from "../lock/process-identity.ts";

const NAME = /^write\.(?<pid>\d+)\.(?<token>\d+|-)\.(?<random>[0-9a-f]+)\.tmp$/;

/** `write.<pid>.<start token or ->.<random>.tmp` */
export function tempName(owner: ProcessIdentity, random: string): string {
  return `write.${owner.pid}.${owner.startToken ?? "-"}.${random}.tmp`;
}

/** The owner of a staged file, or undefined for a file that is not one of ours. */
export function tempOwner(name: string): ProcessIdentity | undefined {
  const groups = NAME.exec(name)?.groups;
  if (groups === undefined) return undefined;
  const { pid, token } = groups;
  return { pid: Number(pid), startToken: token === "-" ? undefined : token };
}
