/** The answer of a search as the model reads it: by file, with what the file makes and who owns it. Pure. */

import type { SearchAnswer } from "./search-service.ts";

const MAX_LINE_CHARACTERS = 200;

function shortLine(text: string): string {
  const line = text.trim();
  return line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS)}…` : line;
}

function summary({ files, text, instances, instanceCount }: SearchAnswer): string {
  const parts = [
    ...(text === undefined ? [] : [`${text.matchedLines} lines in ${text.matchedFiles} files`]),
    ...(instanceCount === 0 && text !== undefined ? [] : [`${instanceCount} instances`]),
  ];
  const shownLines = files.reduce((sum, { lines }) => sum + lines.length, 0);
  const isCut = (text !== undefined && shownLines < text.matchedLines) || instances.length < instanceCount;
  return `${parts.join(", ")}${isCut ? `; shown: ${shownLines} lines, ${instances.length} instances (raise limit or narrow the query)` : ""}`;
}

function notes({ text }: SearchAnswer): readonly string[] {
  if (text === undefined) return [];
  const skipped = [
    ...(text.largeFiles > 0 ? [`${text.largeFiles} too large`] : []),
    ...(text.unreadableFiles > 0 ? [`${text.unreadableFiles} unreadable`] : []),
  ];
  return skipped.length === 0 ? [] : [`not searched: ${skipped.join(", ")}`];
}

export function formatSearch(answer: SearchAnswer): string {
  const files = answer.files.flatMap(({ file, owner, instances, lines }) => [
    `${file}  [${[owner, ...instances].join("; ")}]`,
    ...lines.map(({ line, text }) => `  ${line}: ${shortLine(text)}`),
  ]);
  const instances = answer.instances.map(
    ({ path, className, file }) => `${path}  (${className}${file === undefined ? "" : `, ${file}`})`,
  );
  return [summary(answer), ...files, ...instances, ...notes(answer)].join("\n");
}
