/** A run as text for people: who said what, what the tools answered, what changed on disk. */

import { styleText } from "node:util";
import { generateUnifiedPatch } from "@earendil-works/pi-coding-agent";

/** @typedef {{path: string, before: string | undefined, after: string}} ChangedFile */
/** @typedef {{name: string, args: string, text: string, isError: boolean}} Call */

const MAX_PATCH_LINES = 40;
const MAX_LINE_CHARACTERS = 160;
const cut = (/** @type {string} */ line) =>
  line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS)}…` : line;
const indent = (/** @type {string} */ text) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");

/** @param {ChangedFile} file */
function formatChange({ path, before, after }) {
  const lines = generateUnifiedPatch(path, before ?? "", after, 1)
    .trimEnd()
    .split("\n")
    .slice(2);
  const shown = lines
    .slice(0, MAX_PATCH_LINES)
    .map(cut)
    .map((line) => {
      if (line.startsWith("+")) return styleText("green", line);
      return line.startsWith("-") ? styleText("red", line) : styleText("dim", line);
    });
  const rest = lines.length > MAX_PATCH_LINES ? [`… ${lines.length - MAX_PATCH_LINES} more lines`] : [];
  return [
    `  ${styleText("bold", path)}${before === undefined ? " (new)" : ""}`,
    indent([...shown, ...rest].join("\n")),
  ].join("\n");
}

/** @param {{piVersion: string, prompt: string, calls: Call[], answer: string, files: ChangedFile[]}} run */
export function formatTranscript({ piVersion, prompt, calls, answer, files }) {
  const steps = calls.map(({ name, args, text, isError }) =>
    [
      `${styleText("cyan", "agent")} ${name} ${styleText("dim", args)}`,
      isError ? styleText("red", "failed") : styleText("green", "tool"),
      indent(text),
    ].join("\n"),
  );
  return [
    styleText("dim", `real Pi ${piVersion}, scripted model`),
    `${styleText("yellow", "person")} ${prompt}`,
    ...steps,
    `${styleText("cyan", "agent")} ${answer}`,
    files.length === 0 ? "no file changed" : ["files changed", ...files.map(formatChange)].join("\n"),
  ].join("\n\n");
}
