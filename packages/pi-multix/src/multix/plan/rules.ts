/** What no single value shows: rules between parameters, and defaults that keep the CLI from doing harm. Pure. */

import path from "node:path";
import { multixError } from "../../errors.ts";
import type { CallTable } from "../tables/index.ts";
import type { CallValues } from "./check-value.ts";

export interface Ruling {
  /** With the defaults that a rule adds. */
  readonly values: CallValues;
  readonly notes: readonly string[];
}

type Rule = (values: CallValues) => Ruling;

function invalid(parameter: string, problem: string, hint: string, more: Record<string, unknown> = {}): Error {
  return multixError("PARAMETER_INVALID", `${parameter} ${problem}`, { hint, data: { parameter, ...more } });
}

const pass = (values: CallValues, ...notes: string[]): Ruling => ({ values, notes });
const textOf = (values: CallValues, name: string): string => String(values[name] ?? "");
const listOf = (values: CallValues, name: string): readonly string[] => {
  const value = values[name];
  return Array.isArray(value) ? value : [];
};

/** The CLI's newest default speaks with a 3.8 model, so only a named older model forbids what is new. */
const geminiSpeech: Rule = (values) => {
  const model = values["model"];
  const isNew = model === undefined || textOf(values, "model").startsWith("gemini-3.8-");
  const isId = /^voice(?:key)?_/.test(textOf(values, "voice"));
  const useNew = "Use model gemini-3.8-flash-lite-tts or gemini-3.8-flash-tts.";
  if (values["style"] !== undefined && !isNew)
    throw invalid("style", `does not work with ${textOf(values, "model")}`, useNew);
  if (isId && !isNew) throw invalid("voice", `is an id, which ${textOf(values, "model")} does not take`, useNew);
  return pass(values);
};

const openaiTranscribe: Rule = (values) => {
  const names = listOf(values, "knownSpeakerNames").length;
  const samples = listOf(values, "knownSpeakerReferences").length;
  if (names !== samples)
    throw invalid(
      "knownSpeakerNames",
      `has ${names} values, but knownSpeakerReferences has ${samples}`,
      "Give one reference for each name.",
    );
  return pass(values);
};

const cloneVoice: Rule = (values) => {
  if (values["labels"] === undefined) return pass(values);
  let labels: unknown;
  try {
    labels = JSON.parse(textOf(values, "labels"));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (typeof labels !== "object" || labels === null || Array.isArray(labels))
    throw invalid("labels", "is not a JSON object", 'Give labels like {"accent":"british"}.');
  return pass(values);
};

const MEDIA_KINDS = {
  video: [".mp4", ".mov", ".avi", ".mkv", ".webm", ".flv", ".mpg", ".mpeg"],
  audio: [".mp3", ".wav", ".m4a", ".flac", ".aac", ".ogg", ".aiff"],
  image: [".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".gif", ".bmp"],
} as const;
const AAC_CONTAINERS = [".m4a", ".aac", ".mp4", ".wav"];
const DEFAULT_CRF = 23;
const MAX_CRF = 51;

/** Both separators count, because the path may be meant for the other platform. */
const extensionOf = (file: string): string => path.win32.extname(file).toLowerCase();
const samePath = (a: string, b: string): boolean => path.posix.normalize(a) === path.posix.normalize(b);

function optimizeVideo(values: CallValues): Ruling {
  const quality = values["quality"];
  if (typeof quality === "number" && quality > MAX_CRF)
    throw invalid("quality", `is ${quality}, but means CRF for video`, "Use 18 (best) to 32; 23 is the default.");
  const notes = [
    ...(values["targetSizeMb"] === undefined ? [] : ["The encoder does not keep to targetSizeMb: look at the size."]),
    ...(values["maxWidth"] === undefined
      ? []
      : ["A video wider than maxWidth becomes 1920 wide; resolution sets another size."]),
  ];
  return { values: { ...values, quality: quality ?? DEFAULT_CRF }, notes };
}

function optimizeAudio(values: CallValues): Ruling {
  const extension = extensionOf(textOf(values, "output"));
  if (!AAC_CONTAINERS.includes(extension))
    throw invalid(
      "output",
      `ends in ${JSON.stringify(extension)}, which cannot hold the AAC audio that the CLI makes`,
      `End output in one of: ${AAC_CONTAINERS.join(", ")}.`,
      { allowed: AAC_CONTAINERS },
    );
  return pass(values);
}

const optimizeMedia: Rule = (values) => {
  const [input, output] = [textOf(values, "input"), textOf(values, "output")];
  if (samePath(input, output)) throw invalid("output", "is the input itself", "Write to another file.");
  const extension = extensionOf(input);
  const isKind = (kind: keyof typeof MEDIA_KINDS): boolean => MEDIA_KINDS[kind].some((known) => known === extension);
  if (isKind("video")) return optimizeVideo(values);
  if (isKind("audio")) return optimizeAudio(values);
  if (isKind("image")) return pass(values);
  throw invalid("input", `ends in ${JSON.stringify(extension)}, which is no known media file`, "Convert it first.", {
    allowed: Object.values(MEDIA_KINDS).flat(),
  });
};

const batchMedia: Rule = (values) =>
  pass(
    values,
    ...(values["quality"] === undefined
      ? ["Videos in the folder get the worst quality; set quality to 23 for them."]
      : []),
  );

/** The CLI writes every report to the same default name, so a name is always chosen here. */
const convertDocument: Rule = (values) => {
  const count = listOf(values, "files").length;
  if (values["output"] !== undefined) return pass(values);
  if (count > 1)
    throw multixError(
      values["autoName"] === true ? "PARAMETER_INVALID" : "PARAMETER_REQUIRED",
      `doc convert needs output for ${count} files`,
      { hint: "Name the Markdown file in output, or convert one file at a time.", data: { parameter: "output" } },
    );
  if (values["autoName"] === false)
    throw invalid("autoName", "is false, so nothing names the result", "Give output, or leave autoName out.");
  return pass({ ...values, autoName: true });
};

const RULES: Readonly<Record<string, Rule>> = {
  "audio tts gemini": geminiSpeech,
  "audio transcribe openai": openaiTranscribe,
  "audio clone elevenlabs": cloneVoice,
  "media optimize local": optimizeMedia,
  "media batch local": batchMedia,
  "doc convert gemini": convertDocument,
};

/** @throws PARAMETER_INVALID or PARAMETER_REQUIRED */
export function applyRules(table: CallTable, values: CallValues): Ruling {
  const rule = RULES[`${table.tool} ${table.action} ${table.provider}`];
  return rule === undefined ? pass(values) : rule(values);
}
