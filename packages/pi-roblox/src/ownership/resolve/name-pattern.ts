/** One name of a .gitignore pattern: `*`, `?`, `[a-z]`, and a backslash before what is meant literally. Pure. */

interface Range {
  readonly from: string;
  readonly to: string;
}

type Token =
  | { readonly kind: "any-run" }
  | { readonly kind: "any" }
  | { readonly kind: "literal"; readonly character: string }
  | { readonly kind: "class"; readonly isNegated: boolean; readonly ranges: readonly Range[] };

export type NamePattern = readonly Token[];

/** @returns the class and the index behind it; undefined for a bracket that is not closed, which is an ordinary character */
function readClass(characters: readonly string[], start: number): { token: Token; end: number } | undefined {
  let at = start + 1;
  const isNegated = characters[at] === "!" || characters[at] === "^";
  if (isNegated) at += 1;
  const ranges: Range[] = [];
  // A closing bracket at the beginning is a member.
  for (let first = at; at < characters.length; ) {
    let from = characters[at] ?? "";
    if (from === "]" && at > first) return { token: { kind: "class", isNegated, ranges }, end: at + 1 };
    if (from === "\\") {
      at += 1;
      first -= 1;
      from = characters[at] ?? "";
    }
    const to = characters[at + 1] === "-" && characters[at + 2] !== "]" ? characters[at + 2] : undefined;
    ranges.push({ from, to: to ?? from });
    at += to === undefined ? 1 : 3;
  }
  return undefined;
}

export function compileName(text: string): NamePattern {
  const characters = Array.from(text);
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; ) {
    const character = characters[at] ?? "";
    const found = character === "[" ? readClass(characters, at) : undefined;
    if (found !== undefined) {
      tokens.push(found.token);
      at = found.end;
    } else if (character === "*") {
      // Several stars are as good as one.
      if (tokens.at(-1)?.kind !== "any-run") tokens.push({ kind: "any-run" });
      at += 1;
    } else if (character === "?") {
      tokens.push({ kind: "any" });
      at += 1;
    } else {
      const isEscape = character === "\\" && at + 1 < characters.length;
      tokens.push({ kind: "literal", character: isEscape ? (characters[at + 1] ?? "") : character });
      at += isEscape ? 2 : 1;
    }
  }
  return tokens;
}

export function matchesName(pattern: NamePattern, name: string): boolean {
  return matchWild(pattern, Array.from(name), (token) => token.kind === "any-run", matchesOne);
}

function matchesOne(token: Token, character: string): boolean {
  switch (token.kind) {
    case "any":
    case "any-run":
      return true;
    case "literal":
      return token.character === character;
    case "class":
      return token.ranges.some(({ from, to }) => from <= character && character <= to) !== token.isNegated;
  }
}

/**
 * Whether `pattern`, in which some elements stand for any number of items, fits all of `items`. Goes back to the last such
 * element only, as one before it could not do better; so it takes at most pattern times items steps.
 */
export function matchWild<Element, Item>(
  pattern: readonly Element[],
  items: readonly Item[],
  isAnyRun: (element: Element) => boolean,
  matches: (element: Element, item: Item) => boolean,
): boolean {
  let at = 0;
  let item = 0;
  let lastRun = -1;
  let resumeItem = 0;
  while (item < items.length) {
    const element = pattern[at];
    const current = items[item];
    if (element !== undefined && isAnyRun(element)) {
      lastRun = at;
      resumeItem = item;
      at += 1;
    } else if (element !== undefined && current !== undefined && matches(element, current)) {
      at += 1;
      item += 1;
    } else if (lastRun >= 0) {
      resumeItem += 1;
      item = resumeItem;
      at = lastRun + 1;
    } else {
      return false;
    }
  }
  return pattern.slice(at).every(isAnyRun);
}
