/**
 * Edits the text of a dotenv file so that the CLI reads exactly the wanted value and every other line stays as it is.
 * The CLI's own dotenv is the judge: an edit is returned only when parsing the result gives the old variables with just
 * the one changed. Pure.
 */

import { parse } from "dotenv";
import { multixError } from "../../errors.ts";

type Variables = Readonly<Record<string, string>>;

/** Physical lines with their line ends, so that joining gives the text back. */
function splitLines(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
}

function sameVariables(left: Variables, right: Variables): boolean {
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}

function without(variables: Variables, name: string): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([key]) => key !== name));
}

function lineEndOf(line: string): string {
  return /[\r\n]+$/.exec(line)?.[0] ?? "";
}

interface Extent {
  readonly start: number;
  readonly end: number;
}

/** True when blanking the lines takes away `name` at most, and nothing else. */
function isolates(lines: readonly string[], { start, end }: Extent, others: Variables, name: string): boolean {
  const rest = lines.map((line, index) => (index >= start && index < end ? lineEndOf(line) : line));
  return sameVariables(without(parse(rest.join("")), name), others);
}

// Stands for the variable in question when a part of the file is parsed alone; no provider has such a name.
const PROBE = "PI_MULTIX_PROBE";

/**
 * The line ranges of every assignment of `name`, a range of several lines where a quoted value spans them. A line that
 * looks like an assignment but lies inside another variable's quotes is none.
 */
function findAssignments(lines: readonly string[], name: string): Extent[] {
  const others = without(parse(lines.join("")), name);
  const opening = new RegExp(`^(\\s*\\uFEFF?\\s*(?:export\\s+)?)${name}(?=\\s*[=:]|\\s*$)`);
  const found: Extent[] = [];
  for (let start = 0; start < lines.length; start += 1) {
    if (!opening.test(lines[start] ?? "")) continue;
    const probed = [(lines[start] ?? "").replace(opening, `$1${PROBE}`), ...lines.slice(start + 1)];
    const value = parse(probed.join(""))[PROBE];
    if (value === undefined) continue;
    for (let end = start + 1; end <= lines.length; end += 1) {
      if (parse(probed.slice(0, end - start).join(""))[PROBE] !== value) continue;
      if (!isolates(lines, { start, end }, others, name)) continue;
      found.push({ start, end });
      start = end - 1;
      break;
    }
  }
  return found;
}

/** The ways to write a value, plainest first; which of them the CLI reads back is decided by parsing. */
function spellings(value: string): string[] {
  return [value, `"${value}"`, `'${value}'`, `\`${value}\``];
}

const trailingComment = (line: string): string => /\s+#[^'"`\r\n]*(?=[\r\n]*$)/.exec(line)?.[0] ?? "";
const exportPrefix = (line: string): string => /^[\s\uFEFF]*(?:export\s+)?/.exec(line)?.[0] ?? "";

function newLines(name: string, value: string, replaced: string | undefined, lineEnd: string): string[] {
  const prefix = replaced === undefined ? "" : exportPrefix(replaced);
  const comments = replaced === undefined ? [""] : [...new Set([trailingComment(replaced), ""])];
  return comments.flatMap((comment) =>
    spellings(value).map((spelling) => `${prefix}${name}=${spelling}${comment}${lineEnd}`),
  );
}

/** Where a new assignment goes: over an empty placeholder comment of the same name, else at the end. */
function insertionPoint(lines: readonly string[], name: string): Extent {
  const placeholder = new RegExp(`^\\s*#\\s*${name}=\\s*$`);
  const index = lines.findIndex((line) => placeholder.test(line));
  return index === -1 ? { start: lines.length, end: lines.length } : { start: index, end: index + 1 };
}

function refuse(name: string): never {
  throw multixError(
    "KEY_FILE_AMBIGUOUS",
    `${name} cannot be changed without changing other variables of the key file`,
    {
      hint: `Open the file in an editor, close its quotes, and remove the line of ${name} by hand.`,
      data: { name },
    },
  );
}

/**
 * The text with `name` assigned once, to exactly `value` as the CLI reads it.
 *
 * @param text the current file, "" when there is none; its line ends, byte order mark, comments and order are kept
 * @param name a variable name of letters, digits and `_`
 * @throws KEY_NOT_STORABLE when no spelling gives the value back (line breaks, NUL, some mixes of quotes and backslashes)
 * @throws KEY_FILE_AMBIGUOUS when quotes elsewhere in the file would swallow the line, or the line another variable
 */
export function withVariable(text: string, name: string, value: string): string {
  if (/[\r\n\0]/.test(value) || !spellings(value).some((spelling) => parse(`${name}=${spelling}`)[name] === value)) {
    throw multixError("KEY_NOT_STORABLE", `The value for ${name} cannot be written to an env file`, {
      hint: "Check that it is one line without line breaks and not wrapped in mixed quotes.",
      data: { name },
    });
  }
  const lines = splitLines(text);
  const wanted = { ...without(parse(text), name), [name]: value };
  const assignments = findAssignments(lines, name);
  const target = assignments[0] ?? insertionPoint(lines, name);
  const fileLineEnd = lineEndOf(lines[0] ?? "") || "\n";
  const replaced = assignments[0] === undefined ? undefined : lines[target.start];

  const kept = (from: number, to: number): string =>
    lines
      .slice(from, to)
      .filter((_, index) => !assignments.some((a) => from + index >= a.start && from + index < a.end))
      .join("");
  const before = kept(0, target.start);
  const head = before === "" || /[\r\n]$/.test(before) ? before : before + fileLineEnd;
  const tail = kept(target.end, lines.length);

  const lineEnd = lineEndOf(lines[target.end - 1] ?? "") || fileLineEnd;
  const edited = newLines(name, value, replaced, lineEnd)
    .map((line) => head + line + tail)
    .find((candidate) => sameVariables(parse(candidate), wanted));
  return edited ?? refuse(name);
}

/**
 * The text without any assignment of `name`; the same text when there is none.
 * @throws KEY_FILE_AMBIGUOUS when its lines cannot be told from another variable's
 */
export function withoutVariable(text: string, name: string): string {
  const variables = parse(text);
  if (!Object.hasOwn(variables, name)) return text;
  const lines = splitLines(text);
  const assignments = findAssignments(lines, name);
  const bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const rest = lines
    .filter((_, index) => !assignments.some(({ start, end }) => index >= start && index < end))
    .join("");
  const edited = bom !== "" && !rest.startsWith(bom) ? bom + rest : rest;
  return sameVariables(parse(edited), without(variables, name)) ? edited : refuse(name);
}

/** The variables as the CLI reads them. */
export function readVariables(text: string): Variables {
  return parse(text);
}
