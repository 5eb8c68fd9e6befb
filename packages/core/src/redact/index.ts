export { REDACTED } from "./ranges.ts";
export { createTextRedactor, type RedactOptions, redactText } from "./redact-text.ts";
export { createValueRedactor, type RedactValueOptions, redactValue } from "./redact-value.ts";
export { isSecretName } from "./secret-names.ts";
export { stableStringify } from "./stable-stringify.ts";
