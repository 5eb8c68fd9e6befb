/**
 * Reads a glob as ripgrep's globset does (globset 0.4.18, `Parser`), which knows `{a,b}` where git does not and takes an
 * unclosed `[` literally. A glob matches bytes, so text is held as one character for each byte of its UTF-8. Pure.
 */

/** Both bytes included, as characters. */
export type ByteRange = readonly [first: string, last: string];

export type GlobToken =
  | { readonly kind: "literal"; readonly byte: string }
  /** `?`: one byte that is no slash. */
  | { readonly kind: "any" }
  /** `*` within a name. */
  | { readonly kind: "any-run" }
  | { readonly kind: "class"; readonly isNegated: boolean; readonly ranges: readonly ByteRange[] }
  /** A `**` with a slash behind it, at the beginning. */
  | { readonly kind: "folders-before" }
  /** A slash and `**`, at the end. */
  | { readonly kind: "folders-behind" }
  /** Two slashes with `**` between. */
  | { readonly kind: "folders-between" }
  | { readonly kind: "choice"; readonly options: readonly (readonly GlobToken[])[] };

/** One character for each byte. */
export function toByteText(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

/** The tokens, or undefined for what globset refuses. */
export function parseGlob(glob: string, allowsUnclosedClass: boolean): readonly GlobToken[] | undefined {
  return new GlobParser(toByteText(glob), allowsUnclosedClass).parse();
}

class GlobParser {
  readonly #glob: string;
  readonly #allowsUnclosedClass: boolean;
  #at = 0;
  #foundUnclosedClass = false;
  /** Indices in `#branches` at which open braces began. */
  readonly #open: number[] = [];
  readonly #branches: GlobToken[][] = [[]];

  constructor(glob: string, allowsUnclosedClass: boolean) {
    this.#glob = glob;
    this.#allowsUnclosedClass = allowsUnclosedClass;
  }

  parse(): readonly GlobToken[] | undefined {
    while (this.#at < this.#glob.length) {
      const isFine = this.#step(this.#glob[this.#at] ?? "");
      if (!isFine) return undefined;
    }
    return this.#open.length === 0 ? this.#branches[0] : undefined;
  }

  /** False for a glob that is refused. */
  #step(sign: string): boolean {
    this.#at += 1;
    if (sign === "?") this.#push({ kind: "any" });
    else if (sign === "*") this.#star();
    else if (sign === "[" && !this.#foundUnclosedClass) return this.#class();
    else if (sign === "{") {
      this.#open.push(this.#branches.length);
      this.#branches.push([]);
    } else if (sign === "}") {
      const start = this.#open.pop();
      if (start === undefined) return false;
      this.#push({ kind: "choice", options: this.#branches.splice(start) });
    } else if (sign === "," && this.#open.length > 0) this.#branches.push([]);
    else if (sign === "\\") {
      const escaped = this.#glob[this.#at];
      if (escaped === undefined) return false;
      this.#at += 1;
      this.#literal(escaped);
    } else this.#literal(sign);
    return true;
  }

  #literal(byte: string): void {
    this.#push({ kind: "literal", byte });
  }

  #push(token: GlobToken): void {
    this.#branches.at(-1)?.push(token);
  }

  #twoRuns(): void {
    this.#push({ kind: "any-run" });
    this.#push({ kind: "any-run" });
  }

  /** @remarks `#at` is behind the first star. */
  #star(): void {
    const before = this.#glob[this.#at - 2];
    if (this.#glob[this.#at] !== "*") {
      this.#push({ kind: "any-run" });
      return;
    }
    this.#at += 1;
    const next = this.#glob[this.#at];
    const branch = this.#branches.at(-1) ?? [];
    if (branch.length === 0) {
      if (next !== undefined && next !== "/") this.#twoRuns();
      else {
        this.#push({ kind: "folders-before" });
        this.#at += 1;
      }
      return;
    }
    const isInBraces = this.#branches.length > 1;
    if (before !== "/" && !(isInBraces && (before === "," || before === "{"))) {
      this.#twoRuns();
      return;
    }
    const isSuffix = next === undefined || (isInBraces && (next === "," || next === "}"));
    if (!isSuffix && next !== "/") {
      this.#twoRuns();
      return;
    }
    if (!isSuffix) this.#at += 1;
    const last = branch.pop();
    if (last?.kind === "folders-before" || last?.kind === "folders-behind") branch.push(last);
    else branch.push({ kind: isSuffix ? "folders-behind" : "folders-between" });
  }

  /** @remarks `#at` is behind the opening bracket. */
  #class(): boolean {
    const start = this.#at;
    const isNegated = this.#glob[this.#at] === "!" || this.#glob[this.#at] === "^";
    if (isNegated) this.#at += 1;
    const ranges: [string, string][] = [];
    let isInRange = false;
    for (let isFirst = true; ; isFirst = false) {
      const sign = this.#glob[this.#at];
      if (sign === undefined) return this.#unclosedClass(start);
      this.#at += 1;
      if (sign === "]" && !isFirst) break;
      const last = ranges.at(-1);
      if (isInRange && last !== undefined) {
        if (sign < last[0]) return false;
        last[1] = sign;
        isInRange = false;
      } else if (sign === "-" && !isFirst) isInRange = true;
      else ranges.push([sign, sign]);
    }
    if (isInRange) ranges.push(["-", "-"]);
    this.#push({ kind: "class", isNegated, ranges });
    return true;
  }

  #unclosedClass(start: number): boolean {
    if (!this.#allowsUnclosedClass) return false;
    this.#at = start;
    this.#foundUnclosedClass = true;
    this.#literal("[");
    return true;
  }
}
