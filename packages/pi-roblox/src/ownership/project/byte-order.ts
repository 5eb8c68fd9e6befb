/** The order in which Rust sorts strings: by their UTF-8 bytes, which is by code points. Pure. */

/** Negative when `a` comes first. JavaScript's own order puts U+E000 to U+FFFF after the surrogate pairs of emoji. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

function rank(codeUnit: number): number {
  return codeUnit >= 0xd800 && codeUnit <= 0xdfff ? codeUnit + 0x10000 : codeUnit;
}
