/** Documents read by Gemini: to Markdown, to a report on a question, to extracted data. Pure. */

import { type CallTable, flag, on, variadic } from "./call-table.ts";

const verbose = on("verbose", "--verbose");
const model = flag("model", "--model");
const output = flag("output", "--output", { reference: "file" });
const files = variadic("files", "--files", { required: true, reference: "file" });
const format = flag("format", "--format", { choices: ["text", "json", "csv", "markdown"] });
const whenOutput = { when: "given", parameter: "output" } as const;
const REPORT_NOTE = "One unreadable file fails the call after the report on all files.";

export const docTables: readonly CallTable[] = [
  {
    tool: "doc",
    action: "convert",
    provider: "gemini",
    command: ["doc", "convert"],
    entries: [
      output,
      on("autoName", "--auto-name", { note: "one file only; on unless output is given" }),
      model,
      flag("prompt", "--prompt", { note: "replaces the default instruction" }),
      verbose,
      variadic("files", "--input", { required: true, reference: "file" }),
    ],
    oneOf: ["output", "autoName"],
    saves: { when: "always" },
    notes: ["Several files become one Markdown file, which output must name."],
  },
  {
    tool: "doc",
    action: "analyze",
    provider: "gemini",
    command: ["gemini", "analyze"],
    entries: [flag("prompt", "--prompt", { note: "the question" }), model, format, output, verbose, files],
    saves: whenOutput,
    notes: [REPORT_NOTE],
  },
  {
    tool: "doc",
    action: "extract",
    provider: "gemini",
    command: ["gemini", "extract"],
    entries: [
      flag("prompt", "--prompt", { required: true, note: "what to pull out" }),
      model,
      format,
      output,
      verbose,
      files,
    ],
    saves: whenOutput,
    notes: [REPORT_NOTE],
  },
];
