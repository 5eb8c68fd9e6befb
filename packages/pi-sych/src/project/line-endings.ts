/**
 * Tells a change of line endings from a change of content. Takes the bytes of one file in chunks and gives its fingerprint
 * three ways: as it is, with every line ending LF, with every line ending CRLF. Whatever way the chunks are cut, the
 * result is the same. Pure.
 */

import { createHash } from "node:crypto";
import type { Fingerprint } from "pi-extension-core/fs";

export interface LineEndingFingerprints {
  readonly raw: Fingerprint;
  readonly lf: Fingerprint;
  readonly crlf: Fingerprint;
}

const CR = 0x0d;
const LF = 0x0a;
const LINE_END_LF = Uint8Array.of(LF);
const LINE_END_CRLF = Uint8Array.of(CR, LF);
const LONE_CR = Uint8Array.of(CR);

export class LineEndingHasher {
  readonly #raw = createHash("sha256");
  readonly #lf = createHash("sha256");
  readonly #crlf = createHash("sha256");
  /** A CR at the end of a chunk: whether it belongs to a line ending shows in the next one. */
  #hasPendingCr = false;
  #isBinary = false;

  update(chunk: Uint8Array): void {
    if (chunk.length === 0 || this.#isBinary) return;
    if (chunk.includes(0)) {
      this.#isBinary = true;
      return;
    }
    this.#raw.update(chunk);
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      const hasCr = end > start && chunk[end - 1] === CR;
      if (this.#hasPendingCr && end > 0) this.#addText(LONE_CR);
      this.#hasPendingCr = false;
      this.#addText(chunk.subarray(start, hasCr ? end - 1 : end));
      this.#lf.update(LINE_END_LF);
      this.#crlf.update(LINE_END_CRLF);
      start = end + 1;
    }
    if (start === chunk.length) return;
    if (this.#hasPendingCr) this.#addText(LONE_CR);
    this.#hasPendingCr = chunk.at(-1) === CR;
    this.#addText(chunk.subarray(start, this.#hasPendingCr ? chunk.length - 1 : chunk.length));
  }

  /** Ends the hasher; undefined for binary content, which has no lines. */
  digest(): LineEndingFingerprints | undefined {
    if (this.#isBinary) return undefined;
    if (this.#hasPendingCr) this.#addText(LONE_CR);
    return {
      raw: `sha256:${this.#raw.digest("hex")}`,
      lf: `sha256:${this.#lf.digest("hex")}`,
      crlf: `sha256:${this.#crlf.digest("hex")}`,
    };
  }

  #addText(bytes: Uint8Array): void {
    this.#lf.update(bytes);
    this.#crlf.update(bytes);
  }
}

/** True when bytes with these fingerprints differ from the recorded ones in line endings and nothing else. */
export function differsOnlyInLineEndings(found: LineEndingFingerprints, recorded: Fingerprint): boolean {
  return found.raw !== recorded && (found.lf === recorded || found.crlf === recorded);
}
