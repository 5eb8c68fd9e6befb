/**
 * The one error family of this project. An error is told apart by its `code`, never by its class: Pi may load two copies
 * of this module, so the brand is a registered symbol and `instanceof CodedError` is not used across modules.
 */

const BRAND = Symbol.for("pi-extension-core/coded-error");

export interface CodedErrorOptions {
  /** One imperative sentence: the next step that the reader (agent or person) can take. */
  readonly hint?: string;
  /** JSON-serialisable facts: paths, limits, expected and actual values. Never a secret. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** An expected failure. `message` says what happened with its concrete subject; `hint` says what to do next. */
export class CodedError extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, options: CodedErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "CodedError";
    this.code = code;
    this.hint = options.hint;
    this.data = options.data ?? {};
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** True for a CodedError of any copy of this module. */
export function isCodedError(error: unknown): error is CodedError {
  return typeof error === "object" && error !== null && BRAND in error;
}

/** True when `error` is a CodedError with exactly this code. */
export function hasCode(error: unknown, code: string): error is CodedError {
  return isCodedError(error) && error.code === code;
}

/** The `code` of a Node system error (`ENOENT`, `EPERM`, ...), or undefined for anything else. */
export function errnoOf(error: unknown): string | undefined {
  if (isCodedError(error) || !(error instanceof Error) || !("syscall" in error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** True when `error` is what an aborted AbortSignal throws (`signal.reason` with its default, or Node's AbortError). */
export function isAbortError(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

/** A maker of errors for one code table; a code outside the table does not compile. */
export type ErrorFactory<Code extends string> = (
  code: Code,
  message: string,
  options?: CodedErrorOptions,
) => CodedError;

/** Makes the factory of a package. `codes` maps each code to its meaning, the same text that docs/errors.md shows. */
export function defineErrors<Code extends string>(codes: Readonly<Record<Code, string>>): ErrorFactory<Code> {
  return (code, message, options) => {
    if (!Object.hasOwn(codes, code)) throw new TypeError(`Undeclared error code ${code}`);
    return new CodedError(code, message, options);
  };
}
