/** Names of files in a staging folder: they tell who made them, so that a sweep can tell the dead. */

import { hostname } from "node:os";
import { formatOwner, hostKeyOf, type NamedOwner, parseOwner } from "../lock/owner-name.ts";
import type { ProcessIdentity } from "../lock/process-identity.ts";

const NAME = /^write\.(?<owner>.+)\.[0-9a-f]+\.tmp$/;

/** `write.<owner>.<random>.tmp`. @param random hex digits */
export function tempName(owner: ProcessIdentity, random: string, host: string = hostname()): string {
  return `write.${formatOwner({ ...owner, hostKey: hostKeyOf(host) })}.${random}.tmp`;
}

/** The owner of a staged file, or undefined for a file that is not one of ours. Pure. */
export function tempOwner(name: string): NamedOwner | undefined {
  return parseOwner(NAME.exec(name)?.groups?.["owner"] ?? "");
}
