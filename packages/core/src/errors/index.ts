export {
  CodedError,
  type CodedErrorOptions,
  defineErrors,
  type ErrorFactory,
  errnoOf,
  hasCode,
  isAbortError,
  isCodedError,
} from "./coded-error.ts";
export { type CoreErrorCode, coreError, coreErrorCodes } from "./codes.ts";
export { describeFailure, type FailureReport, formatFailure } from "./report.ts";
