/** script_read, script_search, script_grep and multi_edit [A4]. */

import type { DataModel } from "../../vm/data-model.ts";
import { runProgram } from "../luau-program.ts";
import { StudioFailure } from "../studio-failure.ts";
import {
  choiceArgument,
  flagArgument,
  integerArgument,
  listArgument,
  optionalText,
  textArgument,
} from "./arguments.ts";
import { applyEdits, numberLines } from "./script-text.ts";
import type { ToolHandler } from "./tool.ts";

/** Bytes of a piece, below the length at which a result is cut. */
const PIECE_BYTES = 60_000;

async function readSource(dataModel: DataModel, path: string): Promise<string> {
  let source = "";
  for (let from = 1; ; ) {
    const piece = await runProgram(dataModel, "read-source", { path, from, length: PIECE_BYTES });
    source += piece.slice(1);
    if (!piece.startsWith("+")) return source;
    from += Buffer.byteLength(piece, "utf8") - 1;
  }
}

export const scriptRead: ToolHandler = async ({ window, behaviour, args }) => {
  const path = textArgument(args, "target_file");
  const source = window.readHistory.shown(path, await readSource(window.focused, path), behaviour.staleReads);
  const isWhole = args["should_read_entire_file"] === undefined || flagArgument(args, "should_read_entire_file");
  if (isWhole) return numberLines(source);
  return numberLines(source, {
    first: integerArgument(args, "start_line_one_indexed", { fallback: 1 }),
    last: integerArgument(args, "end_line_one_indexed_inclusive", { fallback: Number.MAX_SAFE_INTEGER }),
  });
};

export const scriptSearch: ToolHandler = async ({ window, args }) =>
  runProgram(window.focused, "search-scripts", { keywords: textArgument(args, "keywords"), limit: 10 });

export const scriptGrep: ToolHandler = async ({ window, behaviour, args }) => {
  const query = textArgument(args, "query");
  return runProgram(window.focused, "grep-scripts", { query, limit: 50, lineError: behaviour.grepLineError });
};

export const multiEdit: ToolHandler = async ({ window, args }) => {
  choiceArgument(args, "datamodel_type", ["Edit"]);
  const path = textArgument(args, "file_path");
  const edits = listArgument(args, "edits").map((edit) => ({
    oldText: textArgument(edit, "old_string"),
    newText: textArgument(edit, "new_string"),
    isEverywhere: edit["replace_all"] === true,
  }));
  const className = optionalText(args, "className");
  const dataModel = window.dataModel("Edit");
  const found = await runProgram(dataModel, "find-script", { path });
  if (found === "other") throw new StudioFailure(`${path} is not a script`);
  if (found === "none" && className === undefined) throw new StudioFailure(`Script not found: ${path}`);
  const text = applyEdits(found === "none" ? undefined : await readSource(dataModel, path), edits);
  const changed = await runProgram(dataModel, "write-source", { path, text, className }, "multi_edit");
  return `${found === "none" ? "Created" : "Edited"} ${changed} (${edits.length} edits)`;
};
