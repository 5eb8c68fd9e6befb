import fc from "fast-check";
import { hashBytes } from "pi-extension-core/fs";
import { describe, expect, it } from "vitest";
import { differsOnlyInLineEndings, LineEndingHasher } from "../../../src/project/line-endings.ts";

function measure(text: string | Uint8Array, chunkSize = 1000) {
  const bytes = Buffer.from(text);
  const hasher = new LineEndingHasher();
  for (let at = 0; at < bytes.length; at += chunkSize) hasher.update(bytes.subarray(at, at + chunkSize));
  return hasher.digest();
}

const toLf = (text: string): string => text.replaceAll("\r\n", "\n");

describe("LineEndingHasher", () => {
  it("hashes the three forms of any text, however it is cut", () => {
    const text = fc.array(fc.constantFrom("a", "\r", "\n", "\r\n", "é")).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (content, chunkSize) => {
        expect(measure(content, chunkSize)).toEqual({
          raw: hashBytes(content),
          lf: hashBytes(toLf(content)),
          crlf: hashBytes(toLf(content).replaceAll("\n", "\r\n")),
        });
      }),
    );
  });

  it("gives nothing for binary content", () => {
    expect(measure(Uint8Array.of(1, 13, 10, 0, 2))).toBeUndefined();
  });
});

describe("differsOnlyInLineEndings", () => {
  const lf = "one\ntwo\n";
  const crlf = "one\r\ntwo\r\n";
  const differs = (now: string, recorded: string): boolean => {
    const measured = measure(now);
    return measured !== undefined && differsOnlyInLineEndings(measured, hashBytes(recorded));
  };

  it("is true when LF became CRLF, and the other way round", () => {
    expect([differs(crlf, lf), differs(lf, crlf), differs("one\r\ntwo\n", lf)]).toEqual([true, true, true]);
  });

  it("is false for the same bytes and for other content", () => {
    expect([differs(lf, lf), differs("one\ntwo", lf), differs("one\r\ntwO\r\n", lf)]).toEqual([false, false, false]);
  });
});
