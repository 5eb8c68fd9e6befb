/** Reads a JSON file with limits. */

import { coreError } from "../errors/index.ts";
import { readRegularFile } from "../fs/index.ts";
import { type JsonDocument, type ParseJsonOptions, parseJson } from "./parse-json.ts";

export interface ReadJsonOptions extends Omit<ParseJsonOptions, "source" | "maxCharacters"> {
  /** How the file is called in messages. Default: its path. */
  readonly source?: string | undefined;
  /** Default 10 MB; a larger file is not read. */
  readonly maxBytes?: number | undefined;
}

const DEFAULT_MAX_BYTES = 10_000_000;

/**
 * @param file absolute path; links are followed
 * @throws NOT_FOUND, FILE_INVALID, LIMIT_EXCEEDED, JSON_INVALID (also for bytes that are no UTF-8)
 */
export async function readJsonFile(file: string, options: ReadJsonOptions = {}): Promise<JsonDocument> {
  const { source = file, maxBytes = DEFAULT_MAX_BYTES } = options;
  const bytes = await readRegularFile(file, maxBytes);
  return parseJson(decode(bytes, source), { ...options, source, maxCharacters: maxBytes });
}

function decode(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw coreError("JSON_INVALID", `${source} is not UTF-8 text`, {
      hint: "Save it as UTF-8.",
      cause: error,
      data: { source },
    });
  }
}
