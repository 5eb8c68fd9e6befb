import fc from "fast-check";
import { encodeSecret } from "testkit/secret-encodings";
import { describe, expect, it } from "vitest";

const isFound = (secret: string, haystack: string | Buffer): boolean => {
  const bytes = Buffer.from(haystack as string);
  return encodeSecret(secret).some((encoded) => bytes.includes(encoded.bytes));
};

const secrets = fc.string({ unit: "grapheme", minLength: 8 }).filter((text) => text.isWellFormed());
const surroundings = fc.tuple(fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ maxLength: 20 }));

describe("encodeSecret", () => {
  it.each(["base64", "base64url", "hex"] as const)("finds a secret in the %s of any bytes around it", (encoding) => {
    fc.assert(
      fc.property(secrets, surroundings, (secret, [before, after]) => {
        const text = Buffer.concat([before, Buffer.from(secret), after]).toString(encoding);
        expect(isFound(secret, text)).toBe(true);
      }),
    );
  });

  it.each([
    ["JSON", (text: string) => JSON.stringify({ key: `a${text}b` })],
    ["JSON in JSON", (text: string) => JSON.stringify(JSON.stringify({ key: text }))],
    ["a URL", (text: string) => `https://host/?k=${encodeURIComponent(text)}&x=1`],
    ["a form", (text: string) => new URLSearchParams({ k: text, x: "1" }).toString()],
  ])("finds a secret in %s", (_name, wrap) => {
    fc.assert(
      fc.property(secrets, (secret) => {
        expect(isFound(secret, wrap(secret))).toBe(true);
      }),
    );
  });

  it("finds a secret in UTF-16 of either byte order", () => {
    const text = Buffer.from("x sk-canary-123456 y", "utf16le");
    expect(isFound("sk-canary-123456", text)).toBe(true);
    expect(isFound("sk-canary-123456", Buffer.from(text).swap16())).toBe(true);
  });

  it("finds nothing in text that only resembles the secret", () => {
    expect(isFound("sk-canary-123456", "sk-canary-12345 SK-CANARY-123456 sk_canary_123456")).toBe(false);
  });

  it("has no empty and no repeated shape", () => {
    const shapes = encodeSecret("plainsecret").map(({ bytes }) => bytes.toString("latin1"));
    expect(new Set(shapes).size).toBe(shapes.length);
    expect(shapes).not.toContain("");
  });
});
