/** The hash by which sources are compared: SHA-256 of the UTF-8 text with LF line ends, as Rojo pushes it. */

import { createHash } from "node:crypto";

const CR = 0x0d;
const LF = 0x0a;

/** Hashes a source that arrives in pieces. Only CR before LF is dropped, as Rojo does (Rojo 7.7.1 memofs lib.rs). */
export class SourceDigest {
  readonly #hash = createHash("sha256");
  /** The last piece ended with a CR, whose meaning depends on the next byte. */
  #hasPendingCr = false;

  update(piece: Uint8Array): void {
    if (piece.length === 0) return;
    if (this.#hasPendingCr && piece[0] !== LF) this.#hash.update("\r");
    this.#hasPendingCr = piece.at(-1) === CR;
    const end = this.#hasPendingCr ? piece.length - 1 : piece.length;
    let from = 0;
    for (let cr = piece.indexOf(CR); cr !== -1 && cr < end; cr = piece.indexOf(CR, cr + 1)) {
      if (piece[cr + 1] !== LF) continue;
      this.#hash.update(piece.subarray(from, cr));
      from = cr + 1;
    }
    this.#hash.update(piece.subarray(from, end));
  }

  /** Lower-case hex. Ends the digest. */
  hex(): string {
    if (this.#hasPendingCr) this.#hash.update("\r");
    return this.#hash.digest("hex");
  }
}

/** The digest of a whole text, with any line ends. */
export function digestOfSource(text: string): string {
  const digest = new SourceDigest();
  digest.update(Buffer.from(text, "utf8"));
  return digest.hex();
}
