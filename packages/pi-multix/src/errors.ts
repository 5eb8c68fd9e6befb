/** Every code that pi-multix can raise beside core's, with its meaning. */

import { defineErrors, type ErrorFactory } from "pi-extension-core/errors";

export const multixErrorCodes = {
  CLI_FAILED: "The CLI ended with an error, or without the result that it should have made.",
  CLI_NOT_FOUND: "No multix CLI was found in the places where it may be.",
  CLI_TIMED_OUT: "The CLI did not finish in the allowed time and was ended.",
  COMMAND_REFUSED: "The command of the CLI does more than a tool may do, such as installing software.",
  CONSENT_DECLINED: "The user was asked whether a call may change something at a provider, and said no.",
  CONSENT_REQUIRED: "A call would change something at a provider, and nobody can be asked.",
  KEY_EXISTS: "The variable is already set and the caller did not ask to overwrite it.",
  KEY_FILE_AMBIGUOUS: "The key file holds quotes or line breaks that make the wanted edit change other variables too.",
  KEY_NOT_STORABLE: "A key holds characters that the CLI's env file format cannot express.",
  KEY_SOURCE_INVALID: "The variable or file that should hold the key is absent, empty or not allowed.",
  PARAMETER_INVALID: "A parameter has a value that the CLI or the provider does not take.",
  PARAMETER_REQUIRED: "A parameter is missing that the provider needs for this action.",
  PARAMETER_UNSUPPORTED: "The provider has no such parameter for this action.",
  PROVIDER_UNSUPPORTED: "The provider cannot do this action.",
  RESULT_MISSING: "The CLI reported success, but the file that the call should make is not there.",
  VIEWER_FAILED: "The system has no program that opens files, or it could not be started.",
} as const;

export type MultixErrorCode = keyof typeof multixErrorCodes;

export const multixError: ErrorFactory<MultixErrorCode> = defineErrors<MultixErrorCode>(multixErrorCodes);
