import fc from "fast-check";
import { expect, it } from "vitest";
import { clientFrame, FrameReader, OPCODES } from "../../../../../src/backends/rojo/api/websocket-frames.ts";
import { attempt } from "../../../../fixtures/backends/rojo/api/attempt.ts";
import { chunkSizes, inChunks } from "../../../../fixtures/backends/rojo/api/in-chunks.ts";

/** A frame as a server sends it. */
function serverFrame(opcode: number, payload: Uint8Array, isFinal = true): Uint8Array {
  const { length } = payload;
  const first = opcode | (isFinal ? 0x80 : 0);
  const header = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  header[0] = first;
  if (length < 126) header[1] = length;
  else if (length < 65_536) {
    header[1] = 126;
    header.writeUInt16BE(length, 2);
  } else {
    header[1] = 127;
    header.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([header, payload]);
}

interface Heard {
  readonly messages: Buffer[];
  readonly pings: string[];
  closes: number;
}

function hear(chunks: readonly Uint8Array[], maxMessageBytes = 1_000_000): Heard {
  const heard: Heard = { messages: [], pings: [], closes: 0 };
  let pieces: Buffer[] = [];
  const reader = new FrameReader(maxMessageBytes, {
    onPiece: (bytes) => pieces.push(Buffer.from(bytes)),
    onMessageEnd: () => {
      heard.messages.push(Buffer.concat(pieces));
      pieces = [];
    },
    onPing: (payload) => heard.pings.push(Buffer.from(payload).toString()),
    onClose: () => {
      heard.closes += 1;
    },
  });
  for (const chunk of chunks) reader.feed(chunk);
  return heard;
}

const bytes = fc.uint8Array({ maxLength: 300 });

it("puts messages together from fragments, with pings between them, however the bytes are cut", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(bytes, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
      chunkSizes,
      (messages, sizes) => {
        const frames = messages.flatMap((fragments) =>
          fragments.flatMap((fragment, index) => [
            serverFrame(index === 0 ? OPCODES.binary : OPCODES.continuation, fragment, index === fragments.length - 1),
            serverFrame(OPCODES.ping, Buffer.from("still there?")),
          ]),
        );
        const heard = hear(
          inChunks(Buffer.concat([...frames, serverFrame(OPCODES.close, Uint8Array.of(3, 232))]), sizes),
        );
        expect(heard.messages).toEqual(messages.map((fragments) => Buffer.concat(fragments)));
        expect(heard.pings).toHaveLength(messages.flat().length);
        expect(heard.closes).toBe(1);
      },
    ),
  );
});

it("reads a length of 64 bits", () => {
  const payload = new Uint8Array(70_000).fill(7);
  expect(hear([serverFrame(OPCODES.binary, payload)]).messages).toEqual([Buffer.from(payload)]);
});

it.each([
  ["a masked frame", Uint8Array.of(0x82, 0x81, 0, 0, 0, 0, 1)],
  ["a compressed frame", Uint8Array.of(0xc2, 0x01, 1)],
  ["an opcode that is not assigned", Uint8Array.of(0x83, 0x00)],
  ["a message of text", Uint8Array.of(0x81, 0x01, 0x61)],
  ["a ping in fragments", Uint8Array.of(0x09, 0x00)],
  ["a ping of more than 125 bytes", serverFrame(OPCODES.ping, new Uint8Array(126))],
  ["a continuation of nothing", Uint8Array.of(0x80, 0x00)],
  ["a new message within another", Uint8Array.of(0x02, 0x00, 0x82, 0x00)],
])("refuses %s", (_, frame) => {
  expect(() => hear([frame])).toThrow(expect.objectContaining({ code: "ROJO_ANSWER_INVALID" }));
});

it("refuses a message beyond the limit before it has come, also in fragments", () => {
  const claim = Uint8Array.of(0x82, 127, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff);
  const fragments = [
    serverFrame(OPCODES.binary, new Uint8Array(60), false),
    serverFrame(OPCODES.continuation, new Uint8Array(60)),
  ];
  for (const chunks of [[claim], fragments])
    expect(() => hear(chunks, 100)).toThrow(expect.objectContaining({ code: "LIMIT_EXCEEDED" }));
});

it("fails with a coded error alone on any bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (garbage) => {
      expect(() => attempt(() => hear([garbage], 1000))).not.toThrow();
    }),
  );
});

it("masks what a client sends", () => {
  const frame = clientFrame(OPCODES.pong, Buffer.from("hello"), Uint8Array.of(1, 2, 3, 4));
  expect([...frame.subarray(0, 6)]).toEqual([0x8a, 0x85, 1, 2, 3, 4]);
  expect(Buffer.from(frame.subarray(6).map((byte, index) => byte ^ ((index % 4) + 1))).toString()).toBe("hello");
});
