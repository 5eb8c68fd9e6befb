/** Every code that pi-sych can raise beside core's, with its meaning. */

import { defineErrors, type ErrorFactory } from "pi-extension-core/errors";

export const sychErrorCodes = {
  ARTIFACT_UNAVAILABLE: "A tracked file cannot be acknowledged, because it is missing or cannot be read.",
  ARTIFACT_UNTRACKED: "A named file is not an artifact of SYNC.json.",
  MANIFEST_INVALID: "SYNC.json is not valid; the data lists each problem with its field, line and column.",
  MANIFEST_MISSING: "No SYNC.json was found from the working directory up to the root of the workspace.",
} as const;

export type SychErrorCode = keyof typeof sychErrorCodes;

export const sychError: ErrorFactory<SychErrorCode> = defineErrors<SychErrorCode>(sychErrorCodes);
