import fc from "fast-check";
import { REDACTED, redactText } from "pi-extension-core/redact";
import { describe, expect, it } from "vitest";

/** Has no known shape: only its place can give it away. */
const CANARY = "c4nary7Qz9Lm2Xv5";
const json = (value: unknown) => JSON.stringify(value);
const pem = (lines: string) => `-----BEGIN RSA PRIVATE KEY-----\n${lines}\n-----END RSA PRIVATE KEY-----`;

describe("redactText by shape", () => {
  it.each([
    "sk-proj-abcdEFGH1234567890",
    "sk-ant-api03-abcdefghij_KLMNOP",
    `sk_live_${CANARY}`,
    "AIzaSyA1234567890abcdefghijklmnopqrstuvw",
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "github_pat_11ABCDEFG0abcdefghijkl_mnopqrstuv",
    "glpat-abcdefghij0123456789",
    "xoxb-123456789012-abcdefghij",
    "AKIAIOSFODNN7EXAMPLE",
    "hf_abcdefghijklmnopqrstuvwx",
    "npm_abcdefghijklmnopqrstuvwxyz0123456789",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.s5hvY2Fc3x_-abc",
    pem("MIIEowIBAAKCAQEA\nabc"),
    pem("MIIEowIBAAKCAQEA\nabc").replaceAll("\n", String.raw`\n`),
    "_|WARNING:-DO-NOT-SHARE-THIS.--Sharing-this-will-allow-someone|_ABCDEF0123456789",
  ])("hides %s wherever it stands", (secret) => {
    for (const text of [
      secret,
      `use ${secret} now`,
      `(${secret})`,
      json({ note: `x\n${secret}\ny` }),
      `\u001b[33m${secret}\u001b[0m`,
    ]) {
      const redacted = redactText(text);
      expect(redacted).toContain(REDACTED);
      expect(redacted).not.toContain(secret.slice(4, 16));
    }
  });

  it("hides a private key whose end is cut off", () => {
    expect(redactText(`key: ${pem("MIIEowIBAAKC").slice(0, 44)}`)).toBe(`key: ${REDACTED}`);
  });
});

describe("redactText by name", () => {
  it.each([
    `OPENAI_API_KEY=${CANARY}`,
    `export MINIMAX_KEY='${CANARY} with spaces'`,
    `FOO=1 DB_PASSWORD=${CANARY} cmd`,
    `password = "${CANARY}"`,
    `password: ${CANARY}`,
    `  client_secret: "${CANARY}"`,
    `{"apiKey":"${CANARY}"}`,
    `{ "api_key" : "ab\\"${CANARY}" }`,
    `{"credentials":{"user":"${CANARY}","id":5}}`,
    `{"secrets":["a","${CANARY}"]}`,
    `{'accessToken': '${CANARY}'}`,
    json({ body: json({ apiKey: CANARY }) }),
    json({ body: json({ inner: json({ "x-api-key": `${CANARY}"\\` }) }) }),
    json({ log: `first\npassword=${CANARY}\nlast` }),
    `{"url":"https://h/p?a=1\\u0026token=${CANARY}"}`,
    `https://example.org/v1?key=${CANARY}&alt=json`,
    `https://example.org/v1?alt=json&api_key=${CANARY}`,
    `https://example.org/#access_token=${CANARY}`,
    `https://example.org/r?to=https%3A%2F%2Fx%3Ftoken%3D${CANARY}`,
    `https://user:${CANARY}@example.org/x.git`,
    `https://${CANARY}@example.org/x.git`,
    `postgres://admin:${CANARY}p@ss@db/prod`,
    `Authorization: Bearer ${CANARY}`,
    `Authorization: Basic ${Buffer.from(`me:${CANARY}`).toString("base64")}`,
    `curl -H "Authorization: Token ${CANARY}" https://example.org`,
    `Cookie: a=b; session=${CANARY}`,
    `Proxy-Authorization: ${CANARY} trailing`,
    `bearer ${CANARY}`,
    `run --api-key ${CANARY} --port 80`,
    `run --api-key=${CANARY}`,
    `["--token","${CANARY}"]`,
    `Server=db;Password=${CANARY},;x;User=me`,
    `'password' => '${CANARY}'`,
    `token := "${CANARY}"`,
    `\u001b[1;33mtoken\u001b[0m: x \u001b[32mAPI_TOKEN=${CANARY}`,
    `{"apiKey":"${CANARY}`,
  ])("hides the value in %s", (text) => {
    const redacted = redactText(text);
    expect(redacted).toContain(REDACTED);
    expect(redacted).not.toContain(CANARY);
    expect(redacted).not.toContain(Buffer.from(`me:${CANARY}`).toString("base64").slice(2));
  });

  it("leaves what stands around the value", () => {
    expect(redactText(`a=1 TOKEN=${CANARY} b=2`)).toBe(`a=1 TOKEN=${REDACTED} b=2`);
    expect(redactText(`{"token":"${CANARY}","n":5}`)).toBe(`{"token":"${REDACTED}","n":5}`);
    expect(redactText(`https://h/?token=${CANARY}&page=2`)).toBe(`https://h/?token=${REDACTED}&page=2`);
    expect(redactText(`(password=${CANARY}).`)).toBe(`(password=${REDACTED}).`);
    expect(redactText(`curl -H "Cookie: s=${CANARY}; t=1" https://h`)).toBe(`curl -H "Cookie: ${REDACTED}" https://h`);
  });

  it("leaves escaped JSON parsable", () => {
    const text = json({ body: json({ apiKey: `${CANARY}\\`, list: [1] }), more: true });
    const outer = JSON.parse(redactText(text)) as { body: string; more: boolean };
    expect(outer.more).toBe(true);
    expect(JSON.parse(outer.body)).toEqual({ apiKey: REDACTED, list: [1] });
  });
});

describe("redactText of harmless text", () => {
  it.each([
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    "/srv/project/src/auth/token.ts:12:5 - error TS2304",
    String.raw`C:\Users\me\secrets\key.pem`,
    'tokenCount: 512, maxTokens=4096, {"totalTokens": 7, "tokenType": "ok"}',
    "sessionCount=3 sessionId=f81d4fae",
    '{"usage":{"inputTokens":1200,"token_limit":"8k"}}',
    "SyntaxError: Unexpected token: foo",
    "Missing API key: set OPENAI_API_KEY or pass --api-key VALUE",
    "The password is required. Basic understanding of bearer authentication helps.",
    "nextPageToken=abcdefgh123",
    "With `GEMINI_API_KEY=` alone, or `token=`, nothing is set.",
    "PRIMARY_KEY=id CACHE_KEY=main monkey=7 keyboard: us",
    "const token = getToken(); if (token === other) return process.env.API_KEY",
    "TOKEN=$OTHER_TOKEN PASSWORD=${DB_PASSWORD} SECRET=%SECRET% KEY=****",
    '"apiKey": null, "password": "", "secret": 12',
    "git@github.com:me/repo.git ssh://git@github.com/me/repo.git https://example.org/a@b",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
    "task-management sk-learn risk-assessment desk-1",
  ])("keeps %s", (text) => {
    expect(redactText(text)).toBe(text);
  });
});

describe("redactText of known secrets", () => {
  const secret = 'p@ss/"w+rd&\\7é';

  it.each([
    ["itself", secret],
    ["URL-encoded", encodeURIComponent(secret)],
    ["URL-encoded in lower case", encodeURIComponent(secret).toLowerCase()],
    ["form-encoded", new URLSearchParams([["q", secret]]).toString()],
    ["JSON-escaped", json(secret)],
    ["JSON-escaped twice", json(json(secret))],
    ["base64", Buffer.from(secret).toString("base64")],
    ["base64url", Buffer.from(secret).toString("base64url")],
    ["inside longer base64", Buffer.from(`user:${secret}, and more`).toString("base64")],
    ["inside base64 at the third offset", Buffer.from(`us${secret}`).toString("base64")],
  ])("hides it %s", (_, text) => {
    const redacted = redactText(`before ${text} after`, { secrets: [secret] });
    expect(redacted).toMatch(/^before .*\[redacted\].* after$/);
    expect(redacted.length).toBeLessThan(`before ${REDACTED} after`.length + 30);
  });

  it("hides both of two secrets that overlap", () => {
    expect(redactText("x abcdefghijkl y", { secrets: ["abcdefgh", "efghijkl"] })).toBe(`x ${REDACTED} y`);
  });

  it("ignores secrets under 8 characters, and parts of its own marker", () => {
    expect(redactText("the redacted text", { secrets: ["the", "redacted", ""] })).toBe("the redacted text");
    expect(redactText(`a ${REDACTED}`, { secrets: ["redacted]"] })).toBe(`a ${REDACTED}`);
  });
});

const fragment = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom(
    ...'password=|TOKEN: |"apiKey":|\\"secret\\": \\"|sk-abcdefgh1|ghp_0123456789abcdefXYZ|AKIAIOSFODNN7EXAMPLE|Bearer abcdef123|://user:pw@|?key=|&sig=|[redacted]|[redact|ed]|\n|\\n|\\|"|\'|,|;|=|:| |--token |Cookie: |{|[|]|}|-----BEGIN PRIVATE KEY-----|-----END PRIVATE KEY-----|eyJhbGciOiJI.eyJzdWIiOiI|\u001b[33m|%3D|\\u0026|kn0wn-s3cret|secret'.split(
      "|",
    ),
  ),
);
const hostileText = fc.array(fragment, { maxLength: 14 }).map((parts) => parts.join(""));
const secrets = ["kn0wn-s3cret", "secretpassword", "[redacted]x"];

describe("redactText properties", () => {
  it("changes nothing more when done twice", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const once = redactText(text, { secrets });
        expect(redactText(once, { secrets })).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    `PGPASSWORD=${CANARY} psql`,
    `password = b"${CANARY}"`,
    `password = $'${CANARY}'`,
    `password = """${CANARY}"""`,
    `tls:\n  private_key: |\n    first\n    ${CANARY}\n  other: 1`,
    `password: >-\n  ${CANARY}`,
    `<password>${CANARY}</password>`,
    `Server=x;Pwd=${CANARY};`,
    `API Key: ${CANARY}`,
    `postgres://u:a/${CANARY}@h/db`,
    `curl -s -u admin:${CANARY} https://x`,
    `machine h login u password ${CANARY}`,
    `{"name":"OPENAI_API_KEY","value":"${CANARY}"}`,
    `state=token%3D${CANARY}`,
    String.raw`{"u":"https://x?api_key\u003d${CANARY}\u0026b"}`,
    `\u001b[1mpassword\u001b[0m: ${CANARY}`,
    `password:${" ".repeat(20)}${CANARY}`,
    `A=1\nPASSWORD=a&${CANARY}`,
  ])("hides the secret in %j", (text) => {
    expect(redactText(text)).not.toContain(CANARY);
  });

  it.each([
    "OPENAI_API_KEY: set",
    "password: must be at least 8 characters",
    "const token = tokens[i];",
    "unexpected token: '('",
    'fetch(u, { credentials: "include" })',
  ])("leaves %j as it is", (text) => {
    expect(redactText(text)).toBe(text);
  });

  it.each([
    ["a PHP or Go escape", "abc/def&<ghi>", String.raw`abc\/def&<ghi>`],
    ["Go's escapes", "abc/def&<ghi>", String.raw`abc/def\u0026\u003cghi\u003e`],
    ["HTML entities", "abc/def&<ghi>", "abc/def&amp;&lt;ghi&gt;"],
    ["ASCII-only JSON", "pässwörd-x", String.raw`p\u00E4ssw\u00F6rd-x`],
    ["hex", "known-secret", "6b6e6f776e2d736563726574"],
    ["other line ends", "first line\nsecond line", "first line\r\nsecond line"],
    ["one of its lines", "begin\nabcdefghijklmnopqrstuv\nend", "x abcdefghijklmnopqrstuv"],
  ])("hides a known secret in %s", (_, secret, text) => {
    expect(redactText(text, { secrets: [secret] })).toContain(REDACTED);
  });

  it("never lets a known secret through, in any surroundings", () => {
    const secret = fc.string({ minLength: 8, maxLength: 24 }).filter((text) => !REDACTED.includes(text));
    fc.assert(
      fc.property(hostileText, secret, hostileText, (before, hidden, after) => {
        for (const form of [hidden, encodeURIComponent(hidden.toWellFormed()), json(hidden)]) {
          const redacted = redactText(before + form + after, { secrets: [hidden] });
          expect(redacted.includes(hidden) && !REDACTED.includes(hidden)).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("hides a quoted JSON value under a secret name at every level of nesting", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 3 }), (noise, levels) => {
        let text = json({ before: noise, clientSecret: `${noise}${CANARY}${noise}`, after: 1 });
        for (let level = 0; level < levels; level += 1) text = json({ text });
        expect(redactText(text)).not.toContain(CANARY);
      }),
    );
  });
});
