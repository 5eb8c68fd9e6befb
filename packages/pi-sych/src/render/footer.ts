/** The footer line of the extension: a few words on how the project was when it was last looked at. Pure. */

import { hasCode } from "pi-extension-core/errors";
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
/** When a look failed: an earlier line would be out of date. */
export function footerOfFailure(error: unknown): string | undefined {
  const isInvalid = hasCode(error, "MANIFEST_INVALID") || hasCode(error, "JSON_INVALID");
  return isInvalid ? "sych: SYNC.json is not valid" : undefined;
}
