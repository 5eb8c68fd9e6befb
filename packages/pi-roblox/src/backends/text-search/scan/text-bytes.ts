/** The text of a file as ripgrep sees it: without its byte order mark, UTF-16 turned into UTF-8. Pure. */

import { isAscii, isUtf8 } from "node:buffer";

/** Bytes to search: UTF-8 as far as they are text. */
export function searchableBytes(raw: Buffer): Buffer {
  const [first, second, third] = raw;
  if (first === 0xef && second === 0xbb && third === 0xbf) return raw.subarray(3);
  if (first === 0xff && second === 0xfe) return Buffer.from(new TextDecoder("utf-16le").decode(raw), "utf8");
  if (first === 0xfe && second === 0xff) return Buffer.from(new TextDecoder("utf-16be").decode(raw), "utf8");
  return raw;
}

/** A file with a NUL in it is no text. */
export function isBinary(bytes: Buffer): boolean {
  return bytes.includes(0);
}

/**
 * Text in which each byte that is part of no character stands as the surrogate U+DC00 plus the byte, so that the length
 * is the same for every reader and no class of a pattern takes it for a character.
 */
export function decodeEscaped(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString("latin1");
  if (isUtf8(bytes)) return bytes.toString("utf8");
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    text += length === 0 ? String.fromCharCode(0xdc00 + (bytes[at] ?? 0)) : bytes.toString("utf8", at, at + length);
    at += length || 1;
  }
  return text;
}

/** Bytes of the character at an offset; 0 when there is none. Table 3-7 of the Unicode standard. */
function characterLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  return length > 0 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}
