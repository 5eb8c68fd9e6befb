/** The one error class of the test kit: a run of the harness itself went wrong, not the code under test. */

export type HarnessErrorCode =
  /** A secret is too short to search for without false alarms. */
  | "CANARY_TOO_SHORT"
  /** An extension asked a question that the test has no answer for. */
  | "DIALOG_UNEXPECTED"
  /** A package was not built, so it cannot be installed. */
  | "NOT_BUILT"
  /** A place or model file holds something that is not known or not allowed. */
  | "PLACE_INVALID"
  /** A prompt cannot be handed to the Pi command line unchanged. */
  | "PROMPT_UNDELIVERABLE"
  /** Pi ended while the harness still waited for it. */
  | "PI_EXITED"
  /** Pi (or a wait for its screen, a response or a settled run) took longer than allowed. */
  | "PI_TIMED_OUT"
  /** Pi answered an RPC command with an error. */
  | "RPC_FAILED"
  /** The model was asked more often than its script has turns. */
  | "SCRIPT_EXHAUSTED"
  /** A script refers to a tool result that does not exist, or a turn has the wrong shape. */
  | "SCRIPT_INVALID";

/** Pure: the fault of the scripted model in a message of its own, as it arrives through Pi. */
export function toScriptFault(text: string): HarnessError | undefined {
  const [, code, message] = /^(SCRIPT_EXHAUSTED|SCRIPT_INVALID): ([^\n]*)/.exec(text) ?? [];
  if (code === undefined) return undefined;
  return new HarnessError(code as HarnessErrorCode, message ?? "");
}

export class HarnessError extends Error {
  readonly code: HarnessErrorCode;

  constructor(code: HarnessErrorCode, message: string, options?: ErrorOptions) {
    super(`${code}: ${message}`, options);
    this.name = "HarnessError";
    this.code = code;
  }
}
