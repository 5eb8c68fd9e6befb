/**
 * Mechanical rules for the project brief (PROJECT.md): a level-one title and five headings. Reads Markdown headings as
 * CommonMark does, so a heading inside fenced or indented code, a comment or front matter does not count. Pure.
 */

export const REQUIRED_HEADINGS = [
  "Objective",
  "Current direction",
  "Definition of done",
  "Previous action",
  "Immediate next step",
] as const;

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const ATX = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const ATX_CLOSE = /(?:^|[ \t])#+$/;
const SETEXT = /^ {0,3}(=+|-+)[ \t]*$/;
/** Lines that end a paragraph and so cannot be the text of an underlined heading. */
const NO_PARAGRAPH = /^( {0,3}(>|[-*+][ \t]|\d{1,9}[.)][ \t]|<)| {4}|\t)/;

interface Reader {
  readonly headings: Heading[];
  fence: string | undefined;
  isComment: boolean;
  paragraph: string[];
}

/** True when the line belongs to fenced code, its delimiters included. */
function readFence(reader: Reader, line: string): boolean {
  const [, marker = "", rest = ""] = FENCE.exec(line) ?? [];
  if (reader.fence !== undefined) {
    const closes = marker.startsWith(reader.fence) && rest.trim() === "";
    if (closes) reader.fence = undefined;
    return true;
  }
  // A backtick in the info string makes it inline code.
  if (marker === "" || (marker.startsWith("`") && rest.includes("`"))) return false;
  reader.fence = marker;
  return true;
}

/** True when the line lies in an HTML comment. */
function readComment(reader: Reader, line: string): boolean {
  const start = reader.isComment ? 0 : /^ {0,3}<!--/.test(line) ? line.indexOf("<!--") + 4 : -1;
  if (start === -1) return false;
  reader.isComment = !line.includes("-->", start);
  return true;
}

function readLine(reader: Reader, line: string, number: number): void {
  const { headings, paragraph } = reader;
  const atx = ATX.exec(line);
  if (atx !== null) {
    const text = line.slice(atx[0].length).trim().replace(ATX_CLOSE, "").trimEnd();
    headings.push({ level: atx[1]?.length ?? 1, text, line: number });
    reader.paragraph = [];
    return;
  }
  const underline = SETEXT.exec(line);
  if (underline !== null && paragraph.length > 0) {
    const level = underline[1]?.startsWith("=") === true ? 1 : 2;
    headings.push({ level, text: paragraph.join(" "), line: number - paragraph.length });
    reader.paragraph = [];
    return;
  }
  if (line.trim() === "") reader.paragraph = [];
  else if (paragraph.length > 0 || !NO_PARAGRAPH.test(line)) paragraph.push(line.trim());
}

/** Line after which the text begins: front matter between `---` lines at the very top is skipped. */
function skipFrontMatter(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== "---") return 0;
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---");
  return end === -1 ? 0 : end + 1;
}

export function parseHeadings(markdown: string): readonly Heading[] {
  const lines = markdown.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const reader: Reader = { headings: [], fence: undefined, isComment: false, paragraph: [] };
  for (let index = skipFrontMatter(lines); index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if ((!reader.isComment && readFence(reader, line)) || readComment(reader, line)) reader.paragraph = [];
    else readLine(reader, line, index + 1);
  }
  return reader.headings;
}

/** No name that is looked for is nearly as long; a bound keeps the patterns below cheap on a hostile line. */
const MAX_NAME_LENGTH = 200;

/** `**Objective:**` names the same section as `Objective`. */
const headingName = (text: string): string =>
  text
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^[*_`\s]+|[*_`:\s]+$/g, "")
    .replace(/\s+/g, " ")
    .toLowerCase();

/** What is wrong with a brief, in reading order; empty when nothing is. */
export function findBriefProblems(markdown: string): readonly string[] {
  const headings = parseHeadings(markdown);
  const hasTitle = headings.some(({ level, text }) => level === 1 && headingName(text) !== "");
  const names = new Set(headings.map(({ text }) => headingName(text)));
  return [
    ...(hasTitle ? [] : ["no level-one title"]),
    ...REQUIRED_HEADINGS.filter((heading) => !names.has(heading.toLowerCase())).map(
      (heading) => `no heading "${heading}"`,
    ),
  ];
}
