/** The last words of a program, in bounded memory. Pure. */

import { boundedText } from "../binary/rojo-output.ts";

export class LogTail {
  readonly #maxCharacters: number;
  #text = "";

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  push(text: string): void {
    this.#text += text;
    // Cut rarely: each cut copies what is kept.
    if (this.#text.length > this.#maxCharacters * 2) this.#text = this.#text.slice(-this.#maxCharacters);
  }

  /** Without control sequences and blank ends. */
  read(): string {
    return boundedText(this.#text, this.#maxCharacters);
  }
}
