/**
 * JSON as a stream of events, byte by byte. `JSON.parse` would need the whole text as one string and then all of it
 * again as objects. Pure.
 */

import { checkDepth, type DocumentParser, type DocumentSink, malformed } from "./document-sink.ts";
import { JsonTextReader } from "./json-text.ts";

/** What may come next, outside of text and words. */
type Expected = "value" | "value-or-end" | "key" | "key-or-end" | "colon" | "comma-or-end" | "nothing";

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };
/** The longest number that Rojo writes has some 25 characters. */
const MAX_WORD_LENGTH = 64;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isWord = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte === 0x2d ||
  byte === 0x2e ||
  byte === 0x2b ||
  byte === 0x45;

export class JsonParser implements DocumentParser {
  readonly #sink: DocumentSink;
  readonly #text: JsonTextReader;
  /** For each open container, whether it is a map. */
  readonly #open: boolean[] = [];
  #expected: Expected = "value";
  #inText = false;
  #isKey = false;
  #word = "";

  constructor(sink: DocumentSink) {
    this.#sink = sink;
    this.#text = new JsonTextReader((piece) => sink.textPiece(piece));
  }

  feed(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#inText) {
        at = this.#text.take(chunk, at);
        if (this.#text.isAtEnd) this.#endText();
        continue;
      }
      const byte = chunk[at] ?? 0;
      if (isWord(byte)) this.#extendWord(byte);
      else {
        this.#endWord();
        if (!isSpace(byte)) this.#punctuation(byte);
      }
      at += 1;
    }
  }

  finish(): void {
    this.#endWord();
    if (this.#expected !== "nothing" || this.#inText) throw malformed("it is cut off");
  }

  #extendWord(byte: number): void {
    if (this.#word.length >= MAX_WORD_LENGTH) throw malformed("it has a word that is no JSON value");
    this.#word += String.fromCharCode(byte);
  }

  #endWord(): void {
    const word = this.#word;
    if (word === "") return;
    this.#word = "";
    this.#expectValue();
    if (Object.hasOwn(WORDS, word)) this.#sink.scalar(WORDS[word] ?? null);
    else if (NUMBER.test(word)) this.#sink.scalar(Number(word));
    else throw malformed("it has a word that is no JSON value");
    this.#endValue();
  }

  #punctuation(byte: number): void {
    switch (byte) {
      case QUOTE:
        return this.#beginText();
      case OPEN_BRACE:
      case OPEN_BRACKET:
        return this.#beginContainer(byte === OPEN_BRACE);
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        return this.#endContainer(byte === CLOSE_BRACE);
      case COLON:
        if (this.#expected !== "colon") throw malformed("it has a colon in a wrong place");
        this.#expected = "value";
        return;
      case COMMA:
        if (this.#expected !== "comma-or-end") throw malformed("it has a comma in a wrong place");
        this.#expected = this.#open.at(-1) === true ? "key" : "value";
        return;
      default:
        throw malformed("it has a character that begins no JSON value");
    }
  }

  #expectValue(): void {
    if (this.#expected !== "value" && this.#expected !== "value-or-end")
      throw malformed("it has a value in a wrong place");
  }

  #beginText(): void {
    this.#isKey = this.#expected === "key" || this.#expected === "key-or-end";
    if (this.#isKey) this.#sink.beginKey();
    else {
      this.#expectValue();
      this.#sink.beginText(false);
    }
    this.#text.begin();
    this.#inText = true;
  }

  #endText(): void {
    this.#inText = false;
    this.#sink.endText();
    if (this.#isKey) this.#expected = "colon";
    else this.#endValue();
  }

  #beginContainer(isMap: boolean): void {
    this.#expectValue();
    checkDepth(this.#open.length + 1);
    if (isMap) this.#sink.beginMap();
    else this.#sink.beginArray();
    this.#open.push(isMap);
    this.#expected = isMap ? "key-or-end" : "value-or-end";
  }

  #endContainer(isMap: boolean): void {
    const first = isMap ? "key-or-end" : "value-or-end";
    const isExpected = this.#expected === "comma-or-end" || this.#expected === first;
    if (!isExpected || this.#open.pop() !== isMap) throw malformed("it has a closing bracket in a wrong place");
    this.#sink.endContainer();
    this.#endValue();
  }

  #endValue(): void {
    this.#expected = this.#open.length === 0 ? "nothing" : "comma-or-end";
  }
}
