/**
 * The canonical names of SYNC.json: configured places of well-known documents. They may be absolute or lead out of the
 * project, so they are checked for being readable and nothing more. What lies outside is looked at only when the user
 * has approved those paths: a repository must not make us probe the rest of the disk.
 */

import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import nodePath from "node:path";
import { errnoOf, isCodedError } from "pi-extension-core/errors";
import { isInside, readRegularFile } from "pi-extension-core/fs";
import { findBriefProblems } from "./brief.ts";
import type { CanonicalName } from "./manifest.ts";

export interface CanonicalPlace extends CanonicalName {
  readonly absolute: string;
  readonly isExternal: boolean;
}

/** The name whose document has mechanical rules, and where it is when SYNC.json does not say. */
const BRIEF_NAME = "project";
const BRIEF_DEFAULT = "PROJECT.md";
const MAX_BRIEF_BYTES = 1024 * 1024;

/** Where each canonical name leads, by text alone. Always holds the project brief, configured or not. */
export function resolveCanonical(
  names: readonly CanonicalName[],
  root: string,
  flavor: nodePath.PlatformPath = nodePath,
): readonly CanonicalPlace[] {
  const hasBrief = names.some(({ name }) => name === BRIEF_NAME);
  const all = hasBrief ? names : [{ name: BRIEF_NAME, path: BRIEF_DEFAULT }, ...names];
  return all.map((entry) => {
    const absolute = flavor.resolve(root, entry.path);
    return { ...entry, absolute, isExternal: !isInside(root, absolute, flavor) };
  });
}

/** Why external paths may not be looked at, as the failure that a tool would report. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
}

/** Asks the user, or a record of earlier answers, about the whole set at once; undefined means approved. */
export type ApproveExternal = (places: readonly CanonicalPlace[]) => Promise<Refusal | undefined>;

export interface CanonicalReport {
  readonly name: string;
  readonly path: string;
  readonly isExternal: boolean;
  readonly state: "readable" | "missing" | "unreadable" | "not-approved";
  readonly reason?: string;
}

export interface BriefReport {
  readonly path: string;
  readonly problems: readonly string[];
}

export interface CanonicalFindings {
  readonly canonical: readonly CanonicalReport[];
  readonly brief: BriefReport;
  readonly refusal: Refusal | undefined;
}

type Readability = Pick<CanonicalReport, "state" | "reason">;

async function readability(path: string): Promise<Readability> {
  try {
    const found = await stat(path);
    if (!found.isFile() && !found.isDirectory())
      return { state: "unreadable", reason: "is neither a file nor a folder" };
    await access(path, constants.R_OK);
    return { state: "readable" };
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === undefined) throw error;
    if (errno === "ENOENT" || errno === "ENOTDIR") return { state: "missing" };
    return { state: "unreadable", reason: `cannot be read (${errno})` };
  }
}

async function checkBrief(place: CanonicalPlace, found: Readability): Promise<BriefReport> {
  const { path } = place;
  if (found.state === "not-approved") return { path, problems: ["not approved"] };
  if (found.state !== "readable") return { path, problems: [found.reason ?? found.state] };
  try {
    const bytes = await readRegularFile(place.absolute, MAX_BRIEF_BYTES);
    return { path, problems: findBriefProblems(bytes.toString("utf8")) };
  } catch (error) {
    if (!isCodedError(error)) throw error;
    return { path, problems: [`cannot be read (${error.code})`] };
  }
}

/** @throws what `approve` throws */
export async function checkCanonical(
  places: readonly CanonicalPlace[],
  approve: ApproveExternal,
): Promise<CanonicalFindings> {
  const external = places.filter(({ isExternal }) => isExternal);
  const refusal = external.length === 0 ? undefined : await approve(external);
  const canonical: CanonicalReport[] = [];
  let brief: BriefReport = { path: BRIEF_DEFAULT, problems: [] };
  for (const place of places) {
    const isRefused = place.isExternal && refusal !== undefined;
    const found: Readability = isRefused
      ? { state: "not-approved", reason: refusal.code }
      : await readability(place.absolute);
    canonical.push({ name: place.name, path: place.path, isExternal: place.isExternal, ...found });
    if (place.name === BRIEF_NAME) brief = await checkBrief(place, found);
  }
  return { canonical, brief, refusal };
}
