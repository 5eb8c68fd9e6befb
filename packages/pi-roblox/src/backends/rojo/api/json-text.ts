/** The inside of a JSON string, unescaped to UTF-8 while it arrives in chunks. Pure. */

import { malformed } from "./document-sink.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;
const U = 0x75;
/** A surrogate without its other half stands for nothing. */
const REPLACEMENT = 0xfffd;

/** What the byte after a backslash means; 0 for those that mean nothing, or a code. */
const SIMPLE_ESCAPES = new Uint8Array(256);
for (const [escape, meant] of Object.entries({
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
}))
  SIMPLE_ESCAPES[escape.charCodeAt(0)] = meant.charCodeAt(0);

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

export class JsonTextReader {
  readonly #emit: (piece: Uint8Array) => void;
  /** Unescaped text is never longer than its source, but for what a chunk before it left open. */
  #piece = Buffer.alloc(0);
  #filled = 0;
  /** What follows a backslash so far: "" right after it, "u1f" within a code. */
  #escape: string | undefined;
  #high: number | undefined;
  #isAtEnd = true;

  constructor(emit: (piece: Uint8Array) => void) {
    this.#emit = emit;
  }

  /** True when the closing quote was read. */
  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  /** After the opening quote. */
  begin(): void {
    this.#isAtEnd = false;
  }

  /**
   * Reads until the closing quote or the end of the chunk, and emits what it read as one piece at most.
   * @returns where the chunk goes on
   */
  take(chunk: Uint8Array, from: number): number {
    const room = chunk.length - from + 8;
    if (this.#piece.length < room) this.#piece = Buffer.allocUnsafe(room);
    this.#filled = 0;
    let at = from;
    while (at < chunk.length && !this.#isAtEnd) {
      if (this.#escape === undefined && this.#high === undefined) at = this.#takePlain(chunk, at);
      if (at < chunk.length) this.#takeOther(chunk[at] ?? 0);
      at += 1;
    }
    if (this.#filled > 0) this.#emit(this.#piece.subarray(0, this.#filled));
    return Math.min(at, chunk.length);
  }

  /** Nearly all of a text: plain bytes and short escapes. This loop keeps to local variables. */
  #takePlain(chunk: Uint8Array, from: number): number {
    const piece = this.#piece;
    let filled = this.#filled;
    let at = from;
    while (at < chunk.length) {
      let byte = chunk[at] ?? 0;
      if (byte === BACKSLASH) {
        byte = SIMPLE_ESCAPES[chunk[at + 1] ?? 0] ?? 0;
        if (byte === 0) break;
        at += 1;
      } else if (byte === QUOTE || byte < FIRST_PRINTABLE) break;
      piece[filled] = byte;
      filled += 1;
      at += 1;
    }
    this.#filled = filled;
    return at;
  }

  #takeOther(byte: number): void {
    if (this.#escape !== undefined) this.#extendEscape(this.#escape, byte);
    else if (byte === BACKSLASH) this.#escape = "";
    else if (byte === QUOTE) this.#end();
    else if (byte < FIRST_PRINTABLE) throw malformed("a string has a control character");
    else {
      this.#dropHigh();
      this.#piece[this.#filled] = byte;
      this.#filled += 1;
    }
  }

  #end(): void {
    this.#dropHigh();
    this.#isAtEnd = true;
  }

  #extendEscape(sofar: string, byte: number): void {
    if (sofar === "" && byte !== U) {
      const meant = SIMPLE_ESCAPES[byte] ?? 0;
      if (meant === 0) throw malformed("a string has an escape that JSON does not know");
      this.#escape = undefined;
      this.#dropHigh();
      this.#put(meant);
      return;
    }
    const text = sofar + String.fromCharCode(byte);
    if (!/^u[\da-fA-F]{0,4}$/.test(text)) throw malformed("a string has a \\u escape that is no number");
    this.#escape = text;
    if (text.length < 5) return;
    this.#escape = undefined;
    this.#putUnit(Number.parseInt(text.slice(1), 16));
  }

  /** One UTF-16 unit; two of them may be one character. */
  #putUnit(unit: number): void {
    const high = this.#high;
    if (high !== undefined && isLow(unit)) {
      this.#high = undefined;
      this.#put(0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00));
      return;
    }
    this.#dropHigh();
    if (isHigh(unit)) this.#high = unit;
    else this.#put(isLow(unit) ? REPLACEMENT : unit);
  }

  #dropHigh(): void {
    if (this.#high === undefined) return;
    this.#high = undefined;
    this.#put(REPLACEMENT);
  }

  #put(codePoint: number): void {
    if (codePoint < 0x80) {
      this.#piece[this.#filled] = codePoint;
      this.#filled += 1;
    } else this.#filled += this.#piece.write(String.fromCodePoint(codePoint), this.#filled, "utf8");
  }
}
