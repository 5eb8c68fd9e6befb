/**
 * Keeps the first and the last bytes of a stream in bounded memory and counts the rest. Cuts are moved to the border of
 * a UTF-8 character, so a cut never shows as a broken one. Pure.
 */

export interface CapturedOutput {
  /** All of the output when it fits, else its head, a line saying how many bytes are left out, and its tail. */
  readonly text: string;
  readonly head: string;
  /** Empty when nothing was left out: the whole output is then in `head`. */
  readonly tail: string;
  readonly totalBytes: number;
  readonly omittedBytes: number;
}

export interface CaptureLimits {
  readonly maxHeadBytes: number;
  readonly maxTailBytes: number;
}

const FIRST_BLOCK_BYTES = 4096;

function grown(block: Buffer, wantedBytes: number, maxBytes: number): Buffer {
  if (wantedBytes <= block.length) return block;
  const larger = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(wantedBytes, block.length * 2, FIRST_BLOCK_BYTES)));
  block.copy(larger);
  return larger;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** The length of `bytes` without a last character that is not complete. */
function completeLength(bytes: Buffer): number {
  let lead = bytes.length - 1;
  while (lead > bytes.length - 4 && lead >= 0 && isContinuation(bytes[lead])) lead -= 1;
  const byte = lead < 0 ? 0 : (bytes[lead] ?? 0);
  const characterBytes = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
  return characterBytes > bytes.length - lead ? Math.max(lead, 0) : bytes.length;
}

/** The index in `bytes` at which the first whole character begins. */
function firstCharacter(bytes: Buffer): number {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start += 1;
  return start;
}

function joined(head: string, tail: string, omittedBytes: number): CapturedOutput["text"] {
  const marker = `[... ${omittedBytes} bytes left out ...]`;
  return `${head}${head === "" || head.endsWith("\n") ? "" : "\n"}${marker}\n${tail}`;
}

export class OutputCapture {
  readonly #limits: CaptureLimits;
  #head: Buffer = Buffer.alloc(0);
  #headBytes = 0;
  // A ring once it has grown to its limit: #tailEnd is where the next byte goes.
  #tail: Buffer = Buffer.alloc(0);
  #tailEnd = 0;
  #totalBytes = 0;

  constructor(limits: CaptureLimits) {
    this.#limits = limits;
  }

  get totalBytes(): number {
    return this.#totalBytes;
  }

  push(chunk: Buffer): void {
    this.#totalBytes += chunk.length;
    const room = Math.min(chunk.length, this.#limits.maxHeadBytes - this.#headBytes);
    if (room > 0) {
      this.#head = grown(this.#head, this.#headBytes + room, this.#limits.maxHeadBytes);
      chunk.copy(this.#head, this.#headBytes, 0, room);
      this.#headBytes += room;
    }
    if (room < chunk.length) this.#pushTail(chunk.subarray(room));
  }

  #pushTail(chunk: Buffer): void {
    const limit = this.#limits.maxTailBytes;
    const part = chunk.length > limit ? chunk.subarray(chunk.length - limit) : chunk;
    this.#tail = grown(this.#tail, Math.min(limit, this.#tailEnd + part.length), limit);
    const first = Math.min(part.length, this.#tail.length - this.#tailEnd);
    part.copy(this.#tail, this.#tailEnd, 0, first);
    part.copy(this.#tail, 0, first);
    const end = this.#tailEnd + part.length;
    this.#tailEnd = limit > 0 && end >= limit ? end - limit : end;
  }

  #tailBytes(): Buffer {
    const overflow = this.#totalBytes - this.#headBytes;
    if (overflow < this.#limits.maxTailBytes) return this.#tail.subarray(0, overflow);
    return Buffer.concat([this.#tail.subarray(this.#tailEnd), this.#tail.subarray(0, this.#tailEnd)]);
  }

  finish(): CapturedOutput {
    const head = this.#head.subarray(0, this.#headBytes);
    const tail = this.#tailBytes();
    if (head.length + tail.length === this.#totalBytes) {
      const text = Buffer.concat([head, tail]).toString("utf8");
      return { text, head: text, tail: "", totalBytes: this.#totalBytes, omittedBytes: 0 };
    }
    const headText = head.toString("utf8", 0, completeLength(head));
    const tailStart = firstCharacter(tail);
    const tailText = tail.toString("utf8", tailStart);
    const omittedBytes = this.#totalBytes - completeLength(head) - (tail.length - tailStart);
    const text = joined(headText, tailText, omittedBytes);
    return { text, head: headText, tail: tailText, totalBytes: this.#totalBytes, omittedBytes };
  }
}
