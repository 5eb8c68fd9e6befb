/** docs/pi-multix/provider-matrix.md: which provider takes which parameter, from the call tables. Pure. */

import { limitsText } from "../../packages/pi-multix/src/multix/schema/describe-parameter.ts";
import { actionsOf, callTables, parameters, tablesOf } from "../../packages/pi-multix/src/multix/tables/index.ts";

const HEADER = `---
summary: Which provider takes which parameter for which action of pi-multix.
read_when: When choosing a provider, or when a parameter is refused.
---

# Providers and parameters

Generated from the call tables by \`npm run generate\`. A parameter that is not listed for a provider is refused with
\`PARAMETER_UNSUPPORTED\`. **Bold** is required. Every tool also takes \`cwd\`, \`timeoutMs\` and \`extraArgs\`.
`;

/** @type {readonly import("../../packages/pi-multix/src/multix/tables/index.ts").TableTool[]} */
const TOOLS = ["image", "video", "audio", "media", "doc"];

const cell = (/** @type {string} */ text) => text.replaceAll("|", "\\|");

/** @param {import("../../packages/pi-multix/src/multix/tables/index.ts").Entry} entry */
function parameterText(entry) {
  const name = entry.required === true ? `**${entry.parameter}**` : entry.parameter;
  const limits = limitsText(entry);
  return limits === "" ? name : `${name} (${cell(limits)})`;
}

/** @param {import("../../packages/pi-multix/src/multix/tables/index.ts").CallTable} table */
function row(table) {
  const anyOf = table.anyOf === undefined ? [] : [`one of ${table.anyOf.join(", ")} is needed`];
  const notes = [...anyOf, ...table.notes].map((note) => cell(note.replace(/\.$/, ""))).join("; ");
  const command = `\`multix ${table.command.join(" ")}\``;
  return `| ${table.provider} | ${table.entries.map(parameterText).join("; ")} | ${notes} | ${command} |`;
}

/** @returns {string} the whole page */
export function providerMatrixPage() {
  const sections = TOOLS.flatMap((tool) => [
    `\n## multix_${tool}\n`,
    ...actionsOf(tool).map((action) => {
      const rows = tablesOf(tool)
        .filter((table) => table.action === action)
        .map(row);
      return `\n### ${action}\n\n| Provider | Parameters | Notes | Command |\n|---|---|---|---|\n${rows.join("\n")}\n`;
    }),
    `\nMeaning: ${Object.entries(parameters[tool])
      .filter(([name]) =>
        callTables.some((table) => table.tool === tool && table.entries.some((entry) => entry.parameter === name)),
      )
      .map(([name, { description }]) => `\`${name}\` ${description.replace(/\.$/, "")}`)
      .join("; ")}.\n`,
  ]);
  return HEADER + sections.join("");
}
