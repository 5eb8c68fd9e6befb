/** The shapes in which a secret may lie in a file. Pure. */

export interface EncodedSecret {
  /** Name for messages: `base64`, `url-encoded`, ... */
  readonly encoding: string;
  readonly bytes: Buffer;
  /** The encoding ignores line breaks, so tools wrap it. */
  readonly isWrappable: boolean;
}

/** Characters of a base64 text that depend on the secret alone, when `lead` bytes stand before it in the same block. */
function stableBase64(secret: Buffer, lead: number, encoding: "base64" | "base64url"): string {
  const text = Buffer.concat([Buffer.alloc(lead), secret])
    .toString(encoding)
    .replaceAll("=", "");
  const start = Math.ceil((lead * 8) / 6);
  const end = Math.floor(((lead + secret.length) * 8) / 6);
  return text.slice(start, end);
}

const jsonEscape = (text: string): string => JSON.stringify(text).slice(1, -1);

/** JSON as writers make it that escape everything outside ASCII. */
const asciiJsonEscape = (text: string): string =>
  jsonEscape(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const lowerHexUrl = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());

const upperHexEscape = (bytes: Buffer): string => [...bytes].map((byte) => `%${toHex(byte)}`).join("");

const toHex = (byte: number): string => byte.toString(16).padStart(2, "0").toUpperCase();

/** Every shape, without duplicates. */
export function encodeSecret(secret: string): EncodedSecret[] {
  const utf8 = Buffer.from(secret, "utf8");
  const utf16le = Buffer.from(secret, "utf16le");
  const url = encodeURIComponent(secret);
  const form = new URLSearchParams([["", secret]]).toString().slice(1);
  const hex = utf8.toString("hex");
  const text: [string, string, boolean?][] = [
    ["raw", secret],
    ["JSON-escaped", jsonEscape(secret)],
    ["JSON-escaped twice", jsonEscape(jsonEscape(secret))],
    ["JSON-escaped to ASCII", asciiJsonEscape(secret)],
    ["JSON-escaped with slashes", jsonEscape(secret).replaceAll("/", "\\/")],
    ["url-encoded", url],
    ["url-encoded", lowerHexUrl(url)],
    ["url-encoded form", form],
    ["url-encoded form", lowerHexUrl(form)],
    ["url-encoded twice", encodeURIComponent(url)],
    ["url-encoded fully", upperHexEscape(utf8)],
    ["hex", hex, true],
    ["hex", hex.toUpperCase(), true],
    ...[0, 1, 2].flatMap((lead): [string, string, boolean][] => [
      ["base64", stableBase64(utf8, lead, "base64"), true],
      ["base64url", stableBase64(utf8, lead, "base64url"), true],
      ["base64 of UTF-16", stableBase64(utf16le, lead, "base64"), true],
    ]),
  ];
  const encoded = [
    ...text.map(([encoding, value, isWrappable = false]) => ({ encoding, bytes: Buffer.from(value), isWrappable })),
    { encoding: "UTF-16LE", bytes: utf16le, isWrappable: false },
    { encoding: "UTF-16BE", bytes: Buffer.from(utf16le).swap16(), isWrappable: false },
  ];
  const seen = new Set<string>();
  return encoded.filter(({ bytes }) => {
    const key = bytes.toString("latin1");
    return seen.has(key) ? false : seen.add(key);
  });
}
