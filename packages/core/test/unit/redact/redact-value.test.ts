import { coreError } from "pi-extension-core/errors";
import { isSecretName, REDACTED, redactValue } from "pi-extension-core/redact";
import { describe, expect, it } from "vitest";

const CANARY = "c4nary7Qz9Lm2Xv5";

describe("isSecretName", () => {
  it.each(
    `apiKey api_key API_KEY x-api-key token accessToken authorization Authorization password dbPassword client_secret
    cookie set-cookie credential awsCredentials OPENAI_API_KEY ARK_API_KEY MINIMAX_KEY privateKey APIKey apikey _authToken
    refreshTokens secretId env.GITHUB_TOKEN smtpPass ROBLOSECURITY openaiKey apiKey2`.split(/\s+/),
  )("is true for %s", (name) => expect(isSecretName(name)).toBe(true));

  it.each(
    `tokenCount sessionCount maxTokens totalTokens usage.totalTokens key monkey keyboard primaryKey PUBLIC_KEY tokenizer
    author passed gamePass PWD secretName passwordLength authorizationUrl apiKeyEnv tokenType nextPageToken secretary
    signal cookieName path hash`.split(/\s+/),
  )("is false for %s", (name) => expect(isSecretName(name)).toBe(false));
});

describe("redactValue", () => {
  it("hides the value of a flag in a list when it begins with a dash", () => {
    expect(redactValue(["--token", `-${CANARY}`, "--password", "--force"])).toEqual([
      "--token",
      REDACTED,
      "--password",
      "--force",
    ]);
  });

  it("hides strings under secret names at any depth and keeps numbers, booleans and null", () => {
    const value = {
      apiKey: CANARY,
      nested: [{ headers: { Authorization: `Bearer ${CANARY}` } }],
      credentials: { user: CANARY, tries: 3, list: [CANARY] },
      token: 12,
      password: true,
      secret: null,
      tokenCount: 5,
      name: "plain",
    };
    expect(redactValue(value)).toEqual({
      apiKey: REDACTED,
      nested: [{ headers: { Authorization: REDACTED } }],
      credentials: { user: REDACTED, tries: 3, list: [REDACTED] },
      token: 12,
      password: true,
      secret: null,
      tokenCount: 5,
      name: "plain",
    });
    expect(value.apiKey).toBe(CANARY);
  });

  it("hides values that stand beside their name", () => {
    expect(
      redactValue({
        env: [{ name: "API_KEY", value: CANARY }],
        headers: [
          ["X-Api-Key", CANARY],
          ["Accept", "text/html"],
        ],
        argv: ["run", "--api-key", CANARY, `--token=${CANARY}`, "--port", "80"],
      }),
    ).toEqual({
      env: [{ name: "API_KEY", value: REDACTED }],
      headers: [
        ["X-Api-Key", REDACTED],
        ["Accept", "text/html"],
      ],
      argv: ["run", "--api-key", REDACTED, `--token=${REDACTED}`, "--port", "80"],
    });
  });

  it("hides secrets inside strings and in keys", () => {
    expect(
      redactValue({ text: `{"token":"${CANARY}"}`, [`sk-${CANARY}`]: 1 }, { secrets: ["known-secret-1"] }),
    ).toEqual({
      text: `{"token":"${REDACTED}"}`,
      [REDACTED]: 1,
    });
    expect(redactValue(["a known-secret-1 b"], { secrets: ["known-secret-1"] })).toEqual([`a ${REDACTED} b`]);
  });

  it("turns what JSON cannot hold into plain data", () => {
    const value = {
      map: new Map<unknown, unknown>([
        ["token", CANARY],
        [7, "seven"],
      ]),
      set: new Set(["a"]),
      date: new Date(0),
      url: new URL(`https://u:${CANARY}@h/`),
      bytes: Buffer.from(CANARY),
      big: 10n,
      nan: Number.NaN,
      run: () => CANARY,
      toJson: { toJSON: () => ({ password: CANARY }) },
      missing: undefined,
    };
    const redacted: unknown = redactValue(value);
    expect(redacted).toEqual({
      map: { token: REDACTED, 7: "seven" },
      set: ["a"],
      date: "1970-01-01T00:00:00.000Z",
      url: `https://${REDACTED}@h/`,
      bytes: "[16 bytes]",
      big: "10",
      nan: "NaN",
      toJson: { password: REDACTED },
    });
    expect(JSON.parse(JSON.stringify(redacted))).toEqual(redacted);
  });

  it("keeps code, message, hint, data and cause of errors, without stacks", () => {
    const cause = new Error(`request with TOKEN=${CANARY} failed`);
    const error = coreError("LOCKED", `held by sk-${CANARY}`, {
      hint: "Wait.",
      data: { password: CANARY, pid: 4 },
      cause,
    });
    expect(redactValue<unknown>(error)).toEqual({
      name: "CodedError",
      code: "LOCKED",
      message: `held by ${REDACTED}`,
      hint: "Wait.",
      data: { password: REDACTED, pid: 4 },
      cause: { name: "Error", message: `request with TOKEN=${REDACTED} failed` },
    });
  });

  it("survives cycles, throwing getters, proxies and a __proto__ field", () => {
    const cyclic: Record<string, unknown> = { name: "x" };
    cyclic["self"] = { cyclic };
    expect(redactValue<unknown>(cyclic)).toEqual({ name: "x", self: { cyclic: "[circular]" } });
    const thrower = {
      get bad() {
        throw new Error(CANARY);
      },
      good: 1,
    };
    expect(redactValue<unknown>(thrower)).toEqual({ bad: "[unreadable]", good: 1 });
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(redactValue<unknown>([proxy])).toEqual(["[unreadable]"]);
    const redacted = redactValue<object>(JSON.parse('{"__proto__":{"polluted":1}}'));
    expect(Object.getPrototypeOf(redacted)).toBe(Object.prototype);
    expect("polluted" in redacted).toBe(false);
  });

  it("repeats a shared value and stops at the limits on depth, nodes and characters", () => {
    const shared = { a: 1 };
    expect(redactValue([shared, shared])).toEqual([shared, shared]);
    expect(redactValue<unknown>([[["x"]]], { maxDepth: 2 })).toEqual([["[too deep]"]]);
    expect(redactValue<unknown>(["a", "b", "c", "d"], { maxNodes: 3 })).toEqual(["a", "b", "[2 omitted]"]);
    expect(redactValue("abcdef", { maxStringCharacters: 3 })).toBe("abc… [3 more characters]");
    expect(redactValue(["abcd", "efgh", "ij"], { maxCharacters: 6 })).toEqual([
      "abcd",
      "ef… [2 more characters]",
      "… [2 more characters]",
    ]);
    let doubling: unknown = "x";
    for (let level = 0; level < 30; level += 1) doubling = [doubling, doubling];
    expect(JSON.stringify(redactValue(doubling)).length).toBeLessThan(2_000_000);
  });

  it("does not show the first half of a secret at the cut of a very long string", () => {
    for (let filler = 95_990; filler < 96_010; filler += 1) {
      const text = `${"TOKEN=abcdefgh1 ".repeat(6000).slice(0, filler)} kn0wn-s3cret-value ${"x".repeat(200_000)}`;
      const redacted = redactValue(text, { maxStringCharacters: 96_000 - 16_384, secrets: ["kn0wn-s3cret-value"] });
      expect(redacted).not.toContain("kn0wn");
    }
  });
});
