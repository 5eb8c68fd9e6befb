/** JSON of a value of the reflection data, without loss where JavaScript's own writer has some. Pure. */

/** @param {number} number @returns {string} a JSON number that reads back as the same */
function numberText(number) {
  if (Number.isNaN(number)) throw new TypeError("not-a-number has no form in JSON");
  if (Object.is(number, -0)) return "-0";
  // Too large for a double, so that every reader makes infinity of it.
  return Number.isFinite(number) ? String(number) : `${number > 0 ? "" : "-"}1e999`;
}

/**
 * Infinity is written `1e999`, bytes as a string in base64, and an integer that a double cannot hold as a string.
 * @param {unknown} value @returns {string}
 */
export function jsonText(value) {
  if (typeof value === "number") return numberText(value);
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? String(number) : `"${value}"`;
  }
  if (value === null || typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
  if (value instanceof Uint8Array) return JSON.stringify(Buffer.from(value).toString("base64"));
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`;
  if (typeof value !== "object") throw new TypeError(`a ${typeof value} has no form in JSON`);
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}:${jsonText(inner)}`)
    .join(",")}}`;
}
