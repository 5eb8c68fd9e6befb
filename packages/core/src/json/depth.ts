/** Nesting depth of JSON text, counted on tokens, so that deep text cannot overflow the stack of a parser. Pure. */

import { createScanner } from "jsonc-parser";

/** Offset at which nesting first goes deeper than `maxDepth`, or undefined. */
export function offsetTooDeep(text: string, maxDepth: number): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    if (offset >= text.length) return undefined;
    // A bracket is a token of its own; inside a string it is not seen here.
    const first = text[offset];
    if (first === "{" || first === "[") depth += 1;
    else if (first === "}" || first === "]") depth -= 1;
    if (depth > maxDepth) return offset;
  }
}
