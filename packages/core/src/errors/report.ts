/** Turns any thrown value into what the model, the user and the audit log may see. Pure. */

import { isCodedError } from "./coded-error.ts";

export interface FailureReport {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The report of `error`; what is not of our family becomes `INTERNAL` with its message and no stack. */
export function describeFailure(error: unknown): FailureReport {
  if (isCodedError(error)) {
    return { code: error.code, message: error.message, hint: error.hint, data: error.data };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: "INTERNAL", message, hint: undefined, data: {} };
}

/** `CODE: message`, then `Next: hint` on a line of its own where there is a hint. */
export function formatFailure(report: FailureReport): string {
  const first = `${report.code}: ${report.message}`;
  return report.hint === undefined ? first : `${first}\nNext: ${report.hint}`;
}
