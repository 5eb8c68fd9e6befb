/** Every code that pi-roblox can raise beside core's, with its meaning. */

import { defineErrors, type ErrorFactory } from "pi-extension-core/errors";

export const robloxErrorCodes = {
  CONFIG_INVALID: "The configuration file has a key or a value that is not allowed.",
  INSTANCE_PATH_INVALID: "The text is not an instance path.",
  PATTERN_INVALID: "A search pattern is not a valid regular expression.",
  PATTERN_TOO_SLOW: "A search pattern did not finish in its time limit.",
  PROJECT_INVALID: "A Rojo project file cannot be read as one.",
  PROJECT_NOT_FOUND: "There is no Rojo project file where one is needed.",
  ROJO_FAILED: "rojo ran and ended with an error, or without the result that it should have made.",
  ROJO_NOT_FOUND: "No rojo program was found.",
  ROJO_SERVER_UNUSABLE: "The port of rojo serve is taken by something else, or the server cannot be used.",
  SOURCEMAP_INVALID: "A sourcemap cannot be read as one.",
} as const;

export type RobloxErrorCode = keyof typeof robloxErrorCodes;

export const robloxError: ErrorFactory<RobloxErrorCode> = defineErrors<RobloxErrorCode>(robloxErrorCodes);
