/**
 * Names that begin with a dot are not searched, whatever ignore files say: among them are `.git` and the evidence of this
 * extension. The configuration of Luau is, as it decides what a require means. Pure.
 */

const SEARCHED_DOT_NAMES: readonly string[] = [".luaurc", ".config.luau"];

export function isHiddenName(name: string): boolean {
  return name.startsWith(".") && !SEARCHED_DOT_NAMES.includes(name);
}

/**
 * Globs that match exactly the hidden names. A glob cannot say "but not these", so they go along the searched names: at
 * each beginning of one, any other next character, and the name that ends there.
 */
export function hiddenNameGlobs(): readonly string[] {
  const beginnings = new Set(
    SEARCHED_DOT_NAMES.flatMap((name) => Array.from(name, (_, end) => name.slice(0, end + 1))),
  );
  const globs: string[] = [];
  for (const beginning of beginnings) {
    const next = [...beginnings]
      .filter((longer) => longer.length === beginning.length + 1 && longer.startsWith(beginning))
      .map((longer) => longer.at(-1))
      .join("");
    globs.push(next === "" ? `${beginning}?*` : `${beginning}[!${next}]*`);
    if (beginning !== "." && !SEARCHED_DOT_NAMES.includes(beginning)) globs.push(beginning);
  }
  return globs;
}
