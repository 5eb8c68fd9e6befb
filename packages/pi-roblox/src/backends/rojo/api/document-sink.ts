/**
 * What a parser of either encoding tells while it reads, so that a document can be used without ever being in memory as
 * a whole: an answer of `rojo serve` may be 60 MB, of which the live tree keeps 3. Pure.
 */

import { coreError } from "pi-extension-core/errors";
import { robloxError } from "../../../errors.ts";

/** Gets the events of one document in order. What a method throws comes out of the parser's `feed`. */
export interface DocumentSink {
  beginMap(): void;
  beginArray(): void;
  endContainer(): void;
  /** A key of the innermost map follows as text. */
  beginKey(): void;
  /** Text follows in pieces until `endText`; with `isBinary` the pieces are bytes that mean no text. */
  beginText(isBinary: boolean): void;
  /** UTF-8, perhaps ending within a character. The bytes are only valid during the call. */
  textPiece(bytes: Uint8Array): void;
  endText(): void;
  scalar(value: number | boolean | null): void;
}

/** Reads one document that arrives in chunks. After an error it must not be fed again. */
export interface DocumentParser {
  /** @throws ROJO_ANSWER_INVALID, LIMIT_EXCEEDED, and what the sink throws */
  feed(chunk: Uint8Array): void;
  /** @throws ROJO_ANSWER_INVALID when the document is not complete */
  finish(): void;
}

/** Containers within containers; Rojo's deepest are attributes, at 10. */
const MAX_DEPTH = 64;

export function checkDepth(depth: number): void {
  if (depth > MAX_DEPTH)
    throw coreError("LIMIT_EXCEEDED", `An answer of the server is nested deeper than ${MAX_DEPTH}`, {
      data: { maxDepth: MAX_DEPTH },
    });
}

export const malformed = (problem: string): Error =>
  robloxError("ROJO_ANSWER_INVALID", `The answer of the server cannot be read: ${problem}`, {
    hint: "Check that the port belongs to rojo serve, of version 7.4 or newer.",
  });
