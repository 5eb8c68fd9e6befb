/**
 * Cuts a byte stream into lines at "\n" and nowhere else: Node's readline also cuts at U+2028 and U+2029, which JSON
 * strings may hold. A multi-byte character that is split over chunks stays whole.
 */

import { StringDecoder } from "node:string_decoder";

export class LineSplitter {
  readonly #decoder = new StringDecoder("utf8");
  #parts: string[] = [];

  /** The lines that `chunk` completes, without their "\n" and an optional "\r" before it. */
  push(chunk: Uint8Array): string[] {
    return this.#take(this.#decoder.write(chunk));
  }

  /** The rest after the last "\n", if any. */
  end(): string[] {
    const lines = this.#take(this.#decoder.end());
    const rest = this.#parts.join("");
    this.#parts = [];
    return rest === "" ? lines : [...lines, rest];
  }

  #take(text: string): string[] {
    const pieces = text.split("\n");
    const last = pieces.pop() ?? "";
    const lines = pieces.map((piece, index) => {
      const line = index === 0 ? this.#parts.join("") + piece : piece;
      return line.endsWith("\r") ? line.slice(0, -1) : line;
    });
    if (pieces.length > 0) this.#parts = [];
    if (last !== "") this.#parts.push(last);
    return lines;
  }
}
