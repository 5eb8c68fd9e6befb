/** Builds plain values from a document, and leaves out what nobody wants before it takes memory. Pure but for hashing. */

import { coreError } from "pi-extension-core/errors";
import { type DocumentSink, malformed } from "./document-sink.ts";
import { SourceDigest } from "./source-digest.ts";

/** What becomes of a value: built, left out, or (its texts) replaced by the digest of a Source. */
export type Treatment = "keep" | "skip" | "digest";

export interface BuildRules {
  /** What becomes of the value under `key`, by what its map is named; `parent` is undefined for the outermost map. */
  readonly treatmentOf: (key: string, parent: string | undefined) => Treatment;
  /** Values and keys that may be built. */
  readonly maxValues: number;
  /** For a text that is kept; a digested one may be of any length. */
  readonly maxTextBytes: number;
}

interface OpenContainer {
  readonly value: unknown[] | Record<string, unknown>;
  /** The key under which the container, or the nearest map around it, stands. */
  readonly name: string | undefined;
  readonly treatment: Treatment;
  key: string | undefined;
  keyTreatment: Treatment;
}

const limitPassed = (what: string, limit: number): Error =>
  coreError("LIMIT_EXCEEDED", `An answer of the server has more than ${limit} ${what}`, { data: { what, limit } });

export class ValueBuilder implements DocumentSink {
  readonly #rules: BuildRules;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #open: OpenContainer[] = [];
  /** Containers that are open within one that is left out. */
  #skipped = 0;
  #pieces: Uint8Array[] = [];
  #textBytes = 0;
  #text: "key" | "text" | "binary" | "skip" | SourceDigest = "skip";
  #values = 0;
  #result: unknown;

  constructor(rules: BuildRules) {
    this.#rules = rules;
  }

  /** The whole document; undefined before its end. */
  get result(): unknown {
    return this.#result;
  }

  beginMap(): void {
    this.#begin({});
  }

  beginArray(): void {
    this.#begin([]);
  }

  endContainer(): void {
    if (this.#skipped > 0) this.#skipped -= 1;
    else this.#put(this.#open.pop()?.value);
  }

  beginKey(): void {
    this.#text = this.#skipped > 0 ? "skip" : "key";
  }

  beginText(isBinary: boolean): void {
    const treatment = this.#treatment();
    if (treatment === "digest") this.#text = new SourceDigest();
    else if (treatment === "skip") this.#text = "skip";
    else this.#text = isBinary ? "binary" : "text";
  }

  textPiece(bytes: Uint8Array): void {
    if (this.#text === "skip") return;
    if (this.#text instanceof SourceDigest) {
      this.#text.update(bytes);
      return;
    }
    this.#textBytes += bytes.length;
    if (this.#textBytes > this.#rules.maxTextBytes) throw limitPassed("bytes in one text", this.#rules.maxTextBytes);
    // A copy; `slice` of a Buffer would be a view.
    this.#pieces.push(Uint8Array.from(bytes));
  }

  endText(): void {
    const text = this.#text;
    if (text === "skip") return;
    if (text instanceof SourceDigest) this.#put(text.hex());
    else if (text === "binary") this.#put(this.#takeBytes());
    else if (text === "text") this.#put(this.#takeText());
    else this.#setKey(this.#takeText());
  }

  scalar(value: number | boolean | null): void {
    if (this.#treatment() !== "skip") this.#put(value);
  }

  #treatment(): Treatment {
    if (this.#skipped > 0) return "skip";
    const inner = this.#open.at(-1);
    if (inner === undefined) return "keep";
    return Array.isArray(inner.value) ? inner.treatment : inner.keyTreatment;
  }

  #begin(value: OpenContainer["value"]): void {
    const treatment = this.#treatment();
    if (treatment === "skip") {
      this.#skipped += 1;
      return;
    }
    const outer = this.#open.at(-1);
    const name = outer === undefined || Array.isArray(outer.value) ? outer?.name : outer.key;
    this.#open.push({ value, name, treatment, key: undefined, keyTreatment: treatment });
  }

  #setKey(key: string): void {
    const inner = this.#open.at(-1);
    if (inner === undefined) return;
    inner.key = key;
    inner.keyTreatment = inner.treatment === "digest" ? "digest" : this.#rules.treatmentOf(key, inner.name);
  }

  #put(value: unknown): void {
    this.#values += 1;
    if (this.#values > this.#rules.maxValues) throw limitPassed("values", this.#rules.maxValues);
    const inner = this.#open.at(-1);
    if (inner === undefined) this.#result = value;
    else if (Array.isArray(inner.value)) inner.value.push(value);
    // As a plain assignment it would change the prototype; no answer of Rojo's has such a key.
    else if (inner.key === "__proto__") throw malformed("it has the key __proto__");
    else if (inner.key !== undefined) inner.value[inner.key] = value;
  }

  #takeBytes(): Uint8Array {
    const bytes = new Uint8Array(this.#textBytes);
    let at = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    this.#pieces = [];
    this.#textBytes = 0;
    return bytes;
  }

  #takeText(): string {
    try {
      return this.#decoder.decode(this.#takeBytes());
    } catch (error) {
      if (error instanceof TypeError) throw malformed("a text is no UTF-8");
      throw error;
    }
  }
}
