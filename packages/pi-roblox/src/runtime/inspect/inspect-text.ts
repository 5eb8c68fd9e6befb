/** What inspect found as the model reads it. Pure. */

import { formatOwnership } from "../ownership/ownership-text.ts";
import type { InspectAnswer } from "./inspect-service.ts";

/** Younger than this need not be said. */
const FRESH_MS = 5000;

function requireLines({ requires, requiredBy, requiresAgeMs }: InspectAnswer): readonly string[] {
  const age = Math.round(requiresAgeMs / 1000);
  return [
    ...requires.map(({ line, text, leadsTo, unresolved }) => {
      const where = unresolved === undefined ? leadsTo.join(" or ") : `unresolved: ${unresolved}`;
      return `requires ${where}  (line ${line}: ${text})`;
    }),
    ...(requiresAgeMs < FRESH_MS ? [] : [`other scripts as they were ${age} s ago:`]),
    ...requiredBy.map(({ file, line, text }) => `required by ${file}:${line}  (${text})`),
  ];
}

function contentLines({ file, content, noContent }: InspectAnswer): readonly string[] {
  if (content === undefined) return noContent === undefined || file === undefined ? [] : [`no content: ${noContent}`];
  const { fingerprint, firstLine, lastLine, totalLines, totalBytes, isPartial, text } = content;
  const part = isPartial ? `lines ${firstLine}-${lastLine} of ${totalLines}` : `${totalLines} lines`;
  return [`content ${file}: ${part}, ${totalBytes} bytes, ${fingerprint}`, text];
}

export function formatInspection(answer: InspectAnswer, root: string): string {
  const { children, childCount } = answer;
  const more = childCount > children.length ? `, and ${childCount - children.length} more` : "";
  const names = children.map(({ name, className }) => `${JSON.stringify(name)} (${className})`).join(", ");
  return [
    formatOwnership(answer.ownership, root),
    ...(childCount === 0 ? [] : [`children: ${names}${more}`]),
    ...requireLines(answer),
    ...contentLines(answer),
  ].join("\n");
}
