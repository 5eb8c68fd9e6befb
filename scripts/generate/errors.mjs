/** docs/errors.md: every error code of every package, from the packages' own tables. Pure. */

import { coreErrorCodes } from "../../packages/core/src/errors/codes.ts";
import { multixErrorCodes } from "../../packages/pi-multix/src/errors.ts";
import { robloxErrorCodes } from "../../packages/pi-roblox/src/errors.ts";
import { sychErrorCodes } from "../../packages/pi-sych/src/errors.ts";

/** Package name and its code table, in the order of the page. @type {[string, Readonly<Record<string, string>>][]} */
const TABLES = [
  ["pi-extension-core", coreErrorCodes],
  ["pi-multix", multixErrorCodes],
  ["pi-roblox", robloxErrorCodes],
  ["pi-sych", sychErrorCodes],
];

const HEADER = `---
summary: Every error code, what it means, and what an error holds.
read_when: When a tool answers with a code, or before adding one.
---

# Errors

An expected failure is a \`CodedError\`: \`code\` (stable, what programs and tests look at), \`message\` (what happened, with
its subject), \`hint\` (the next step), \`data\` (facts as JSON) and \`cause\`. The model reads

\`\`\`
CODE: message
Next: hint
\`\`\`

and the structured details of the tool result hold code, hint and data. An aborted call is not a failure: it ends with
the abort reason. Anything else that is thrown is reported as \`INTERNAL\`.

Codes are public API. This page is generated from the packages' tables by \`npm run generate\`.
`;

/** @returns {string} the whole page */
export function errorsPage() {
  const sections = TABLES.map(([name, codes]) => {
    const rows = Object.entries(codes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
    return `\n## ${name}\n\n| Code | Meaning |\n|---|---|\n${rows.join("\n")}\n`;
  });
  return HEADER + sections.join("");
}
