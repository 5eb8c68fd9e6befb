/**
 * Globs as Rojo reads them: the crate globset with its defaults, where `*` and `?` match `/`, too. A port of the parser of
 * globset 0.4.18 (glob.rs), which Rojo 7.7.1 is built with. Pure.
 */

export type GlobToken =
  | { readonly kind: "literal"; readonly character: string }
  /** `?` */
  | { readonly kind: "any" }
  /** `*` */
  | { readonly kind: "star" }
  /** `**` + `/` at the start, in the middle, and at the end. */
  | { readonly kind: "recursive-prefix" | "recursive-middle" | "recursive-suffix" }
  | { readonly kind: "class"; readonly isNegated: boolean; readonly ranges: readonly (readonly [string, string])[] }
  | { readonly kind: "alternates"; readonly branches: readonly (readonly GlobToken[])[] };

type ParsedGlob =
  | { readonly tokens: readonly GlobToken[]; readonly hasNestedAlternates: boolean }
  | { readonly problem: string };

/** A pattern this long is no pattern that a person wrote. */
const MAX_CHARACTERS = 1000;

/** @param platform on Windows `\` is a separator, elsewhere it escapes the next character */
export function parseGlob(pattern: string, platform: NodeJS.Platform): ParsedGlob {
  if (pattern.length > MAX_CHARACTERS) return { problem: `the pattern has more than ${MAX_CHARACTERS} characters` };
  const parser = new GlobParser(pattern, platform === "win32");
  const problem = parser.parse();
  if (problem !== undefined) return { problem };
  return { tokens: parser.branches[0] ?? [], hasNestedAlternates: parser.hasNestedAlternates };
}

class GlobParser {
  /** The last one receives tokens; inside of braces there is one for each alternative so far. */
  readonly branches: GlobToken[][] = [[]];
  hasNestedAlternates = false;
  readonly #openBraces: number[] = [];
  readonly #characters: readonly string[];
  readonly #isBackslashSeparator: boolean;
  #next = 0;

  constructor(pattern: string, isBackslashSeparator: boolean) {
    // By code point, as Rust's `char`.
    this.#characters = Array.from(pattern);
    this.#isBackslashSeparator = isBackslashSeparator;
  }

  /** What is wrong with the pattern, or undefined. */
  parse(): string | undefined {
    for (let character = this.#bump(); character !== undefined; character = this.#bump()) {
      const problem = this.#take(character);
      if (problem !== undefined) return problem;
    }
    return this.branches.length > 1 ? "an opened `{` is not closed" : undefined;
  }

  #take(character: string): string | undefined {
    switch (character) {
      case "?":
        return this.#push({ kind: "any" });
      case "*":
        return this.#star();
      case "[":
        return this.#class();
      case "{":
        this.hasNestedAlternates ||= this.#openBraces.length > 0;
        this.#openBraces.push(this.branches.length);
        this.branches.push([]);
        return undefined;
      case "}":
        return this.#closeBrace();
      case ",":
        if (this.#openBraces.length === 0) return this.#push({ kind: "literal", character });
        this.branches.push([]);
        return undefined;
      case "\\":
        return this.#backslash();
      default:
        return this.#push({ kind: "literal", character });
    }
  }

  #bump(): string | undefined {
    const character = this.#characters[this.#next];
    this.#next += 1;
    return character;
  }

  #peek(): string | undefined {
    return this.#characters[this.#next];
  }

  #push(token: GlobToken): undefined {
    this.branches.at(-1)?.push(token);
    return undefined;
  }

  #isSeparator(character: string | undefined): boolean {
    return character === "/" || (this.#isBackslashSeparator && character === "\\");
  }

  #closeBrace(): string | undefined {
    const start = this.#openBraces.pop();
    if (start === undefined) return "a `}` has no `{`";
    const branches = this.branches.splice(start);
    return this.#push({ kind: "alternates", branches });
  }

  #backslash(): string | undefined {
    if (this.#isBackslashSeparator) return this.#push({ kind: "literal", character: "/" });
    const escaped = this.#bump();
    return escaped === undefined ? "it ends with a `\\`" : this.#push({ kind: "literal", character: escaped });
  }

  #twoStars(): undefined {
    this.#push({ kind: "star" });
    return this.#push({ kind: "star" });
  }

  #star(): undefined {
    const previous = this.#characters[this.#next - 2];
    if (this.#peek() !== "*") return this.#push({ kind: "star" });
    this.#bump();
    const following = this.#peek();
    if (this.branches.at(-1)?.length === 0) {
      if (following !== undefined && !this.#isSeparator(following)) return this.#twoStars();
      this.#bump();
      return this.#push({ kind: "recursive-prefix" });
    }
    const isInBraces = this.branches.length > 1;
    const opensBranch = isInBraces && (previous === "," || previous === "{");
    if (!this.#isSeparator(previous) && !opensBranch) return this.#twoStars();
    const isSuffix = following === undefined || (isInBraces && (following === "," || following === "}"));
    if (!isSuffix && !this.#isSeparator(following)) return this.#twoStars();
    // At the end globset bumps, too; inside of braces the `,` or `}` stays.
    if (following === undefined || !isSuffix) this.#bump();
    return this.#joinRecursive(isSuffix);
  }

  /** The separator before the stars is part of the recursive token, and two in a row are one. */
  #joinRecursive(isSuffix: boolean): undefined {
    const before = this.branches.at(-1)?.pop();
    if (before?.kind === "recursive-prefix" || before?.kind === "recursive-suffix") return this.#push(before);
    return this.#push({ kind: isSuffix ? "recursive-suffix" : "recursive-middle" });
  }

  #class(): string | undefined {
    const ranges: [string, string][] = [];
    const isNegated = this.#peek() === "!" || this.#peek() === "^";
    if (isNegated) this.#bump();
    let isInRange = false;
    for (let isFirst = true; ; isFirst = false) {
      const character = this.#bump();
      if (character === undefined) return "an opened `[` is not closed";
      if (character === "]" && !isFirst) break;
      const last = ranges.at(-1);
      if (character === "-" && !isFirst && !isInRange) {
        isInRange = true;
      } else if (isInRange && last !== undefined) {
        if ((character.codePointAt(0) ?? 0) < (last[0].codePointAt(0) ?? 0))
          return `the range ${last[0]}-${character} runs backwards`;
        last[1] = character;
        isInRange = false;
      } else {
        ranges.push([character, character]);
      }
    }
    if (isInRange) ranges.push(["-", "-"]);
    return this.#push({ kind: "class", isNegated, ranges });
  }
}
