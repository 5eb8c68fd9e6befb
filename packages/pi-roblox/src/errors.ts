/** Every code that pi-roblox can raise beside core's, with its meaning. */

import { defineErrors, type ErrorFactory } from "pi-extension-core/errors";

export const robloxErrorCodes = {
  CONFIG_INVALID: "The configuration file has a key or a value that is not allowed.",
  INSTANCE_PATH_INVALID: "The text is not an instance path.",
  OWNED_BY_ROJO: "Rojo makes the instance from a file, so a change in Studio would be lost or fight with it.",
  OWNED_BY_SCRIPT_SYNC: "Studio's Script Sync ties the instance to a file.",
  OWNED_BY_STUDIO: "The target exists in Studio alone, so there is no file to change.",
  OWNERSHIP_AMBIGUOUS: "Several owners or files are possible for the target.",
  OWNERSHIP_UNRESOLVED: "The evidence on who owns the target is missing, old or contradictory.",
  PATTERN_INVALID: "A search pattern is not a valid regular expression.",
  PATTERN_TOO_SLOW: "A search pattern did not finish in its time limit.",
  PROFILE_FORBIDS: "The permission profile of the configuration does not allow an agent to do this.",
  PROJECT_AMBIGUOUS: "A folder has several Rojo project files, and none of them is the default one.",
  PROJECT_INVALID: "A Rojo project file cannot be read as one.",
  PROJECT_NOT_FOUND: "There is no Rojo project file where one is needed.",
  ROJO_ANSWER_INVALID: "A rojo server, or what listens in its place, sent something that makes no sense.",
  ROJO_FAILED: "rojo ran and ended with an error, or without the result that it should have made.",
  ROJO_NOT_FOUND: "No rojo program was found.",
  ROJO_SERVER_LOST: "The connection to a rojo server could not be made, or ended.",
  ROJO_SERVER_UNUSABLE: "The port of rojo serve is taken by something else, or the server cannot be used.",
  SOURCEMAP_INVALID: "A sourcemap cannot be read as one.",
  TARGET_READ_ONLY:
    "The target is generated, a package of others, binary, a link, outside of the workspace or a record of ours.",
} as const;

export type RobloxErrorCode = keyof typeof robloxErrorCodes;

export const robloxError: ErrorFactory<RobloxErrorCode> = defineErrors<RobloxErrorCode>(robloxErrorCodes);
