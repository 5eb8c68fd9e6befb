/**
 * The frames that a WebSocket server sends (RFC 6455), as they arrive. A message is handed on in pieces: one of a branch
 * switch may hold thousands of sources. No extension is offered, so none may be used. Pure.
 */

import { coreError } from "pi-extension-core/errors";
import { malformed } from "./document-sink.ts";

export interface FrameHandlers {
  /** Pieces of one binary message; the bytes are only valid during the call. */
  readonly onPiece: (bytes: Uint8Array) => void;
  readonly onMessageEnd: () => void;
  readonly onPing: (payload: Uint8Array) => void;
  readonly onClose: () => void;
}

export const OPCODES = { continuation: 0x0, text: 0x1, binary: 0x2, close: 0x8, ping: 0x9, pong: 0xa } as const;

const FIN = 0x80;
const RESERVED = 0x70;
const MASKED = 0x80;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const MAX_CONTROL_BYTES = 125;
const MAX_HEADER_BYTES = 10;

const isControl = (opcode: number): boolean => opcode >= OPCODES.close;
const KNOWN: ReadonlySet<number> = new Set(Object.values(OPCODES));

export class FrameReader {
  readonly #handlers: FrameHandlers;
  readonly #maxMessageBytes: number;
  readonly #header = Buffer.alloc(MAX_HEADER_BYTES);
  #headerFilled = 0;
  #isFinal = false;
  #opcode = 0;
  #payloadLeft = 0;
  readonly #control: number[] = [];
  #inMessage = false;
  #messageBytes = 0;

  constructor(maxMessageBytes: number, handlers: FrameHandlers) {
    this.#maxMessageBytes = maxMessageBytes;
    this.#handlers = handlers;
  }

  /** @throws ROJO_ANSWER_INVALID, LIMIT_EXCEEDED, and what the handlers throw */
  feed(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#payloadLeft > 0) {
        const piece = chunk.subarray(at, at + this.#payloadLeft);
        at += piece.length;
        this.#takePayload(piece);
      } else {
        this.#header[this.#headerFilled] = chunk[at] ?? 0;
        this.#headerFilled += 1;
        at += 1;
        if (this.#headerFilled === this.#headerBytes) this.#beginFrame();
      }
    }
  }

  get #headerBytes(): number {
    if (this.#headerFilled < 2) return 2;
    const length = (this.#header[1] ?? 0) & 0x7f;
    if (length === LENGTH_64) return 10;
    return length === LENGTH_16 ? 4 : 2;
  }

  #payloadBytes(): number {
    const length = (this.#header[1] ?? 0) & 0x7f;
    if (length === LENGTH_64) return Number(this.#header.readBigUInt64BE(2));
    return length === LENGTH_16 ? this.#header.readUInt16BE(2) : length;
  }

  #beginFrame(): void {
    const [first = 0, second = 0] = this.#header;
    this.#headerFilled = 0;
    this.#isFinal = (first & FIN) !== 0;
    this.#opcode = first & 0x0f;
    this.#payloadLeft = this.#payloadBytes();
    this.#checkFrame((first & RESERVED) !== 0, (second & MASKED) !== 0);
    if (!isControl(this.#opcode)) {
      this.#inMessage = true;
      this.#messageBytes += this.#payloadLeft;
      if (this.#messageBytes > this.#maxMessageBytes) throw tooLarge(this.#maxMessageBytes);
    }
    if (this.#payloadLeft === 0) this.#endFrame();
  }

  #checkFrame(usesReserved: boolean, isMasked: boolean): void {
    const opcode = this.#opcode;
    if (usesReserved || isMasked || !KNOWN.has(opcode)) throw malformed("it sends no valid WebSocket frames");
    if (isControl(opcode) && (!this.#isFinal || this.#payloadLeft > MAX_CONTROL_BYTES))
      throw malformed("it sends a WebSocket control frame that is too large");
    if (opcode === OPCODES.text) throw malformed("it sends a message of text");
    if (!isControl(opcode) && (opcode === OPCODES.continuation) !== this.#inMessage)
      throw malformed("it sends the parts of a WebSocket message out of order");
  }

  #takePayload(piece: Uint8Array): void {
    this.#payloadLeft -= piece.length;
    if (isControl(this.#opcode)) this.#control.push(...piece);
    else this.#handlers.onPiece(piece);
    if (this.#payloadLeft === 0) this.#endFrame();
  }

  #endFrame(): void {
    if (isControl(this.#opcode)) {
      const payload = Uint8Array.from(this.#control.splice(0));
      if (this.#opcode === OPCODES.ping) this.#handlers.onPing(payload);
      else if (this.#opcode === OPCODES.close) this.#handlers.onClose();
    } else if (this.#isFinal) {
      this.#inMessage = false;
      this.#messageBytes = 0;
      this.#handlers.onMessageEnd();
    }
  }
}

function tooLarge(maxBytes: number): Error {
  return coreError("LIMIT_EXCEEDED", `A message of the server has more than ${maxBytes} bytes`, { data: { maxBytes } });
}

/**
 * A frame as a client sends it.
 * @param payload at most 125 bytes
 * @param mask four random bytes
 */
export function clientFrame(opcode: number, payload: Uint8Array, mask: Uint8Array): Uint8Array {
  const masked = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([Uint8Array.of(FIN | opcode, MASKED | payload.length), mask, masked]);
}
