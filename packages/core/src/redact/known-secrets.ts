/** The shapes in which an exactly known secret can turn up in text. Pure. */

/** Shorter strings would hide ordinary words. */
const MIN_SECRET_CHARACTERS = 8;

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

/** Every form of one secret, in no order. */
function formsOf(secret: string): string[] {
  const wellFormed = secret.toWellFormed();
  const escaped = jsonInner(wellFormed);
  return [secret, escaped, jsonInner(escaped), ...urlForms(wellFormed), ...base64Forms(wellFormed)];
}

/**
 * What to search for: the secrets themselves, and URL-encoded, base64 and JSON-escaped. Secrets under 8 characters are
 * left out.
 */
export function knownSecretForms(secrets: readonly string[]): string[] {
  const usable = secrets
    .flatMap((secret) => [secret, secret.trim()])
    .filter((secret) => secret.length >= MIN_SECRET_CHARACTERS);
  return [...new Set(usable.flatMap(formsOf))].filter((form) => form.length >= MIN_SECRET_CHARACTERS);
}
