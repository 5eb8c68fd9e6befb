/** A search pattern from the caller's text to what the engines need. Pure. */

import { foldCase } from "./fold-case.ts";
import { literalPattern, parsePattern } from "./parse-pattern.ts";
import { requiredLiteral, wholeLiteral } from "./required-literal.ts";
import { writeJavaScript, writeRust } from "./write-pattern.ts";

export interface PatternQuery {
  readonly text: string;
  /** False: `text` is searched as it stands. True: it is in the dialect of `parse-pattern`. */
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
}

/** Plain data, so that it can be sent to a worker. */
export interface CompiledPattern {
  readonly rust: string;
  readonly javaScript: string;
  /** Every match holds this; empty when nothing is known. */
  readonly required: string;
  /** Matches are exactly the places of `required`. */
  readonly isWhole: boolean;
}

/** @throws PATTERN_INVALID */
export function compilePattern({ text, isRegex, isCaseSensitive }: PatternQuery): CompiledPattern {
  const parsed = isRegex ? parsePattern(text) : literalPattern(text);
  const node = isCaseSensitive ? parsed : foldCase(parsed);
  return {
    rust: writeRust(node),
    javaScript: writeJavaScript(node),
    required: requiredLiteral(node),
    isWhole: wholeLiteral(node) !== undefined,
  };
}
