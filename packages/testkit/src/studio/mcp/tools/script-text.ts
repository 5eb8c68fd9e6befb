/** The text of scripts as the tools show and change it. Pure. */

import { StudioFailure } from "../studio-failure.ts";

interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** Every line behind its number and an arrow. @param range one-based, both ends included; the whole text by default */
export function numberLines(source: string, range: LineRange = { first: 1, last: Number.MAX_SAFE_INTEGER }): string {
  return source
    .split("\n")
    .map((line, index) => `${index + 1}→${line}`)
    .slice(range.first - 1, range.last)
    .join("\n");
}

interface ScriptEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly isEverywhere: boolean;
}

function applyEdit(text: string, { oldText, newText, isEverywhere }: ScriptEdit): string {
  const at = oldText === "" ? -1 : text.indexOf(oldText);
  if (at === -1) throw new StudioFailure(`old_string not found: ${JSON.stringify(oldText)}`);
  if (isEverywhere) return text.replaceAll(oldText, () => newText);
  // Where the text occurs several times, Studio takes the first without a word.
  return text.slice(0, at) + newText + text.slice(at + oldText.length);
}

/**
 * The text after all edits, each of which sees what the one before made.
 * @param source undefined for a script that is to be made: the first edit then has an empty old text
 * @throws StudioFailure when one of them cannot be made
 */
export function applyEdits(source: string | undefined, edits: readonly ScriptEdit[]): string {
  if (source !== undefined) return edits.reduce(applyEdit, source);
  const [first, ...others] = edits;
  if (first === undefined || first.oldText !== "")
    throw new StudioFailure("The first edit of a new script must have an empty old_string");
  return others.reduce(applyEdit, first.newText);
}
