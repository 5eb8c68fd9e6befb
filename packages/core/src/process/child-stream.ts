/** Reads one output stream of a child: bounded capture, and decoded text to a callback. */

import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { type CaptureLimits, OutputCapture } from "./output-capture.ts";

export class ChildStream {
  readonly capture: OutputCapture;
  /** What the callback threw, in a list of one, so that a thrown `undefined` is seen, too. */
  thrown: readonly [unknown] | undefined;
  readonly #stream: Readable | null;
  readonly #decoder = new StringDecoder("utf8");
  readonly #onText: ((text: string) => void) | undefined;

  constructor(stream: Readable | null, limits: CaptureLimits, onText: ((text: string) => void) | undefined) {
    this.capture = new OutputCapture(limits);
    this.#stream = stream;
    this.#onText = onText;
    stream?.on("data", (chunk: Buffer) => {
      this.capture.push(chunk);
      if (this.#onText !== undefined) this.#deliver(this.#decoder.write(chunk));
    });
    // A pipe that breaks ends like one that closes; what is missing shows in `outputComplete`.
    stream?.on("error", () => stream.destroy());
  }

  /** Lets go of the stream, whoever else still writes to it, and delivers what the decoder holds. */
  finish(): void {
    this.#stream?.destroy();
    this.#deliver(this.#decoder.end());
  }

  #deliver(text: string): void {
    if (text === "" || this.#onText === undefined || this.thrown !== undefined) return;
    try {
      this.#onText(text);
    } catch (error) {
      this.thrown = [error];
    }
  }
}
