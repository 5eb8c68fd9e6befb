/**
 * MessagePack as a stream of events. Lengths come before contents, so text is handed on piece by piece without being
 * collected, and nothing is allocated for what a hostile length only claims. Pure.
 */

import { checkDepth, type DocumentParser, type DocumentSink, malformed } from "./document-sink.ts";

/** A map or array that is not complete. A map of n entries awaits 2n values, keys at even counts. */
interface OpenContainer {
  readonly isMap: boolean;
  awaited: number;
}

const FIRST_WITH_HEADER = 0xc4;
/** How many bytes follow a type byte, from bin 8 (0xc4) on, before its meaning is known. */
// biome-ignore format: one family in a line
const HEADER_BYTES: readonly number[] = [
  1, 2, 4, // bin 8, 16, 32: length
  2, 3, 5, // ext 8, 16, 32: length and kind
  4, 8, // float 32, 64
  1, 2, 4, 8, // uint
  1, 2, 4, 8, // int
  1, 1, 1, 1, 1, // fixext: kind
  1, 2, 4, // str 8, 16, 32: length
  2, 4, 2, 4, // array 16, 32, map 16, 32: length
];
const MAX_HEADER_BYTES = 9;

export class MessagePackParser implements DocumentParser {
  readonly #sink: DocumentSink;
  readonly #open: OpenContainer[] = [];
  /** The type byte and what belongs to it, while chunks break it apart. */
  readonly #header = Buffer.alloc(MAX_HEADER_BYTES);
  #headerFilled = 0;
  #textLeft = 0;
  #isDone = false;

  constructor(sink: DocumentSink) {
    this.#sink = sink;
  }

  feed(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#isDone) throw malformed("there is more after its end");
      if (this.#textLeft > 0) at += this.#takeText(chunk, at);
      else at = this.#takeHeader(chunk, at);
    }
  }

  finish(): void {
    if (!this.#isDone) throw malformed("it is cut off");
  }

  /** @returns how many bytes of the chunk were text */
  #takeText(chunk: Uint8Array, at: number): number {
    const size = Math.min(this.#textLeft, chunk.length - at);
    this.#sink.textPiece(chunk.subarray(at, at + size));
    this.#textLeft -= size;
    if (this.#textLeft === 0) this.#endText();
    return size;
  }

  /** @returns where the chunk goes on */
  #takeHeader(chunk: Uint8Array, from: number): number {
    let at = from;
    if (this.#headerFilled === 0) {
      this.#header[0] = chunk[at] ?? 0;
      this.#headerFilled = 1;
      at += 1;
    }
    const size = 1 + (HEADER_BYTES[(this.#header[0] ?? 0) - FIRST_WITH_HEADER] ?? 0);
    const piece = chunk.subarray(at, at + size - this.#headerFilled);
    this.#header.set(piece, this.#headerFilled);
    this.#headerFilled += piece.length;
    if (this.#headerFilled === size) {
      this.#headerFilled = 0;
      this.#begin(this.#header[0] ?? 0);
    }
    return at + piece.length;
  }

  #begin(type: number): void {
    const header = this.#header;
    if (type <= 0x7f) this.#scalar(type);
    else if (type <= 0x8f) this.#container(true, type & 0x0f);
    else if (type <= 0x9f) this.#container(false, type & 0x0f);
    else if (type <= 0xbf) this.#text(type & 0x1f, false);
    else if (type >= 0xe0) this.#scalar(type - 0x100);
    else if (type >= 0xd4 && type <= 0xd8) this.#text(1 << (type - 0xd4), true);
    else
      switch (type) {
        case 0xc0:
          return this.#scalar(null);
        case 0xc2:
        case 0xc3:
          return this.#scalar(type === 0xc3);
        case 0xc4:
        case 0xc7:
          return this.#text(header.readUInt8(1), true);
        case 0xc5:
        case 0xc8:
          return this.#text(header.readUInt16BE(1), true);
        case 0xc6:
        case 0xc9:
          return this.#text(header.readUInt32BE(1), true);
        case 0xca:
          return this.#scalar(header.readFloatBE(1));
        case 0xcb:
          return this.#scalar(header.readDoubleBE(1));
        case 0xcc:
          return this.#scalar(header.readUInt8(1));
        case 0xcd:
          return this.#scalar(header.readUInt16BE(1));
        case 0xce:
          return this.#scalar(header.readUInt32BE(1));
        case 0xcf:
          return this.#scalar(Number(header.readBigUInt64BE(1)));
        case 0xd0:
          return this.#scalar(header.readInt8(1));
        case 0xd1:
          return this.#scalar(header.readInt16BE(1));
        case 0xd2:
          return this.#scalar(header.readInt32BE(1));
        case 0xd3:
          return this.#scalar(Number(header.readBigInt64BE(1)));
        case 0xd9:
          return this.#text(header.readUInt8(1), false);
        case 0xda:
          return this.#text(header.readUInt16BE(1), false);
        case 0xdb:
          return this.#text(header.readUInt32BE(1), false);
        case 0xdc:
          return this.#container(false, header.readUInt16BE(1));
        case 0xdd:
          return this.#container(false, header.readUInt32BE(1));
        case 0xde:
          return this.#container(true, header.readUInt16BE(1));
        case 0xdf:
          return this.#container(true, header.readUInt32BE(1));
        default:
          throw malformed("it has a byte that begins no MessagePack value");
      }
  }

  get #isAtKey(): boolean {
    const inner = this.#open.at(-1);
    return inner !== undefined && inner.isMap && inner.awaited % 2 === 0;
  }

  #container(isMap: boolean, size: number): void {
    if (this.#isAtKey) throw malformed("a key is a list or a map");
    checkDepth(this.#open.length + 1);
    if (isMap) this.#sink.beginMap();
    else this.#sink.beginArray();
    if (size > 0) this.#open.push({ isMap, awaited: isMap ? size * 2 : size });
    else {
      this.#sink.endContainer();
      this.#endValue();
    }
  }

  #text(size: number, isBinary: boolean): void {
    if (this.#isAtKey) this.#sink.beginKey();
    else this.#sink.beginText(isBinary);
    this.#textLeft = size;
    if (size === 0) this.#endText();
  }

  #endText(): void {
    this.#sink.endText();
    this.#endValue();
  }

  #scalar(value: number | boolean | null): void {
    if (this.#isAtKey) {
      this.#sink.beginKey();
      this.#sink.textPiece(Buffer.from(String(value)));
      this.#sink.endText();
    } else this.#sink.scalar(value);
    this.#endValue();
  }

  /** Closes each container of which this was the last value. */
  #endValue(): void {
    for (let inner = this.#open.at(-1); inner !== undefined; inner = this.#open.at(-1)) {
      inner.awaited -= 1;
      if (inner.awaited > 0) return;
      this.#open.pop();
      this.#sink.endContainer();
    }
    this.#isDone = true;
  }
}
