/** The shapes in which an exactly known secret can turn up in text. Pure. */

/** Shorter strings would hide ordinary words. */
const MIN_SECRET_CHARACTERS = 8;
const MIN_LINE_CHARACTERS = 16;

const jsonInner = (text: string): string => JSON.stringify(text).slice(1, -1);
const lowerEscapes = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());

/** Base64 of `secret` at each of the three offsets that it can have in longer data, without the characters it shares. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const whole = [bytes.toString("base64"), bytes.toString("base64url")];
  const inside = [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const shared = [0, 2, 3][offset] ?? 0;
    const isCut = (bytes.length + offset) % 3 !== 0;
    const stable = encoded.slice(shared, isCut ? -1 : undefined);
    return [stable, stable.replaceAll("+", "-").replaceAll("/", "_")];
  });
  return [...whole, ...inside];
}

function urlForms(secret: string): string[] {
  const forms = [
    encodeURIComponent(secret),
    new URLSearchParams([["", secret]]).toString().slice(1),
    encodeURI(secret),
  ];
  return [...forms, ...forms.map(lowerEscapes)];
}

const unicodeEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
const upperUnicodeEscapes = (text: string): string =>
  text.replaceAll(/\\u[0-9a-f]{4}/g, (escape) => `\\u${escape.slice(2).toUpperCase()}`);

/** JSON as others write it: Python and PHP escape all but ASCII, Go and Gson `&<>`, PHP the slash. */
function jsonForms(secret: string): string[] {
  const plain = jsonInner(secret);
  const ascii = plain.replaceAll(/[^\0-\x7f]/g, unicodeEscape);
  const html = plain.replaceAll(/[&<>\u2028\u2029]/g, unicodeEscape);
  const gson = plain.replaceAll(/[&<>='\u2028\u2029]/g, unicodeEscape);
  const forms = [
    plain,
    jsonInner(plain),
    ascii,
    html,
    gson,
    plain.replaceAll("/", "\\/"),
    ascii.replaceAll("/", "\\/"),
  ];
  return [...forms, ...forms.map(upperUnicodeEscapes)];
}

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Every form of one secret, in no order. */
function formsOf(secret: string): string[] {
  const wellFormed = secret.toWellFormed();
  const hex = Buffer.from(wellFormed, "utf8").toString("hex");
  return [
    secret,
    ...jsonForms(wellFormed),
    ...urlForms(wellFormed),
    ...base64Forms(wellFormed),
    hex,
    hex.toUpperCase(),
    wellFormed.replaceAll(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? character),
    wellFormed.replaceAll(/\r?\n/g, "\r\n"),
  ];
}

/** Such as those of a private key, which tools print one by one. */
function longLinesOf(secret: string): string[] {
  const lines = secret.split(/\r?\n/);
  return lines.length === 1
    ? []
    : lines.filter((line) => line.length >= MIN_LINE_CHARACTERS && !line.startsWith("-----"));
}

/**
 * What to search for: the secrets themselves, and URL-encoded, base64, hex, and with the escapes of JSON and HTML. Secrets
 * under 8 characters are left out; of one with several lines, each long line counts, too.
 */
export function knownSecretForms(secrets: readonly string[]): string[] {
  const usable = secrets
    .flatMap((secret) => [secret, secret.trim(), ...longLinesOf(secret)])
    .filter((secret) => secret.length >= MIN_SECRET_CHARACTERS);
  return [...new Set(usable.flatMap(formsOf))].filter((form) => form.length >= MIN_SECRET_CHARACTERS);
}
