/** Changes values in JSON text and leaves everything else as it is: order, comments, indentation, line ends. Pure. */

import { applyEdits, type FormattingOptions, modify } from "jsonc-parser";
import type { JsonPath } from "./parse-json.ts";

export interface JsonEdit {
  readonly path: JsonPath;
  /** The new value; undefined removes the property or array item. */
  readonly value: unknown;
}

/** The style of the text: its first indented line, and its first line end. */
function styleOf(text: string): FormattingOptions {
  const indent = /(?:^|[\r\n])([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  const eol = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
  return { insertSpaces: !indent.startsWith("\t"), tabSize: indent.length, eol };
}

/**
 * Applies the edits one after the other. Paths refer to the text as the edits before have made it.
 * @param text valid JSON or JSONC
 */
export function editJson(text: string, edits: readonly JsonEdit[]): string {
  const bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const formattingOptions = styleOf(text);
  return (
    bom +
    edits.reduce(
      (current, { path, value }) => applyEdits(current, modify(current, [...path], value, { formattingOptions })),
      text.slice(bom.length),
    )
  );
}
