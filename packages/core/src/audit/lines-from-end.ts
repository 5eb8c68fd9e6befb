/** Reads a file's lines backwards in bounded memory, so the newest records of a large log are found at once. */

import type { FileHandle } from "node:fs/promises";

const CHUNK_BYTES = 65_536;
const LINE_FEED = 0x0a;

/** The parts of one line, which are found last part first. */
class LineParts {
  #parts: Buffer[] = [];
  #bytes = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  prepend(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes <= this.#maxBytes) this.#parts.unshift(part);
    else this.#parts = [];
  }

  /** The whole line, or undefined when it is too long; starts the next one. */
  take(): string | undefined {
    const line = this.#bytes > this.#maxBytes ? undefined : Buffer.concat(this.#parts).toString("utf8");
    this.#parts = [];
    this.#bytes = 0;
    return line;
  }
}

/** Lines from the last to the first, without line feeds; undefined for one of more than `maxLineBytes`. */
export async function* linesFromEnd(
  handle: FileHandle,
  sizeBytes: number,
  maxLineBytes: number,
): AsyncGenerator<string | undefined> {
  const line = new LineParts(maxLineBytes);
  let position = sizeBytes;
  while (position > 0) {
    const length = Math.min(CHUNK_BYTES, position);
    position -= length;
    const chunk = Buffer.alloc(length);
    const { bytesRead } = await handle.read(chunk, 0, length, position);
    let end = bytesRead;
    for (let at = bytesRead - 1; at >= 0; at -= 1) {
      if (chunk[at] !== LINE_FEED) continue;
      line.prepend(chunk.subarray(at + 1, end));
      yield line.take();
      end = at;
    }
    line.prepend(chunk.subarray(0, end));
  }
  yield line.take();
}
