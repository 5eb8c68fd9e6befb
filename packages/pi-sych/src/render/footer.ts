/** The footer line of the extension: a few words on how the project was when it was last looked at. Pure. */

import type { Manifest } from "../project/manifest.ts";
import type { ProjectSummary } from "../project/summary.ts";
import type { CheckResult } from "../session/session.ts";

export function footerOfSummary({ tracked, inOrder, affected }: ProjectSummary): string {
  const open = tracked - inOrder;
  if (open === 0) return `sych: ${tracked} in order`;
  return `sych: ${open} of ${tracked} not in order${affected === 0 ? "" : `, ${affected} affected`}`;
}

/** Undefined clears the line: a project without SYNC.json needs none. */
export function footerOf(result: CheckResult): string | undefined {
  return result.kind === "none" ? undefined : footerOfSummary(result.report.summary);
}

/** Before anything was hashed: what SYNC.json itself says. */
export function footerOfManifest({ artifacts }: Manifest): string {
  const flagged = artifacts.filter(({ status, fingerprint }) => status !== "current" || fingerprint === undefined);
  return `sych: ${artifacts.length} tracked${flagged.length === 0 ? "" : `, ${flagged.length} flagged`}`;
}

export const FOOTER_KEY = "pi-sych";
export const FOOTER_BROKEN = "sych: SYNC.json is not valid";
