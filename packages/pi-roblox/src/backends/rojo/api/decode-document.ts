/** One document of a server in either encoding, as plain values. */

import type { DocumentParser, DocumentSink } from "./document-sink.ts";
import { JsonParser } from "./json-parser.ts";
import { MessagePackParser } from "./messagepack-parser.ts";
import type { Encoding } from "./server-info.ts";
import { type BuildRules, ValueBuilder } from "./value-builder.ts";

function createParser(encoding: Encoding, sink: DocumentSink): DocumentParser {
  return encoding === "json" ? new JsonParser(sink) : new MessagePackParser(sink);
}

/** Reads one document in pieces as they arrive. */
export class DocumentReader {
  readonly #builder: ValueBuilder;
  readonly #parser: DocumentParser;

  constructor(encoding: Encoding, rules: BuildRules) {
    this.#builder = new ValueBuilder(rules);
    this.#parser = createParser(encoding, this.#builder);
  }

  /** @throws ROJO_ANSWER_INVALID, LIMIT_EXCEEDED */
  feed(chunk: Uint8Array): void {
    this.#parser.feed(chunk);
  }

  /** @throws ROJO_ANSWER_INVALID when the document is cut off */
  finish(): unknown {
    this.#parser.finish();
    return this.#builder.result;
  }
}

/** Everything of a small document. */
const KEEP_ALL: BuildRules = { treatmentOf: () => "keep", maxValues: 10_000, maxTextBytes: 64 * 1024 };

/** @throws ROJO_ANSWER_INVALID, LIMIT_EXCEEDED */
export function decodeDocument(bytes: Uint8Array, encoding: Encoding): unknown {
  const reader = new DocumentReader(encoding, KEEP_ALL);
  reader.feed(bytes);
  return reader.finish();
}
