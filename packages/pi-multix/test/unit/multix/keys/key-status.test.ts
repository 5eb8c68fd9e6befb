import { describe, expect, it } from "vitest";
import { readVariables, withVariable } from "../../../../src/multix/keys/env-document.ts";
import { type KeySource, keyStatusOf } from "../../../../src/multix/keys/key-status.ts";
import { completeScaffold, entryCommands, SCAFFOLD_TEXT } from "../../../../src/multix/keys/scaffold-text.ts";
import { secretVariableNames, storableVariables } from "../../../../src/multix/keys/variables.ts";

const sources = (environment: object, cwd: object, home: object): KeySource[] => [
  { place: "environment", variables: { ...environment } },
  { place: "cwd .env", variables: { ...cwd } },
  { place: "home .env", variables: { ...home } },
];
const of = (provider: string, from: KeySource[]) => keyStatusOf(from).find((status) => status.provider === provider);

describe("key status", () => {
  it("takes the first place that defines a variable", () => {
    const status = of("gemini", sources({}, { GEMINI_API_KEY: "a" }, { GEMINI_API_KEY: "b" }));
    expect(status).toMatchObject({
      usable: true,
      variables: [{ state: "set", place: "cwd .env", hidden: ["home .env"] }],
    });
  });

  it("reports an empty variable that hides a stored key", () => {
    const status = of("gemini", sources({ GEMINI_API_KEY: "" }, {}, { GEMINI_API_KEY: "b" }));
    expect(status).toMatchObject({
      usable: false,
      variables: [{ state: "empty", place: "environment", hidden: ["home .env"] }],
    });
  });

  it("accepts ARK_API_KEY for BytePlus", () => {
    expect(of("byteplus", sources({ ARK_API_KEY: "k" }, {}, {}))?.usable).toBe(true);
  });

  it("needs both Cloudflare variables, and the gateway only for video", () => {
    expect(of("cloudflare", sources({ CLOUDFLARE_API_TOKEN: "t" }, {}, {}))?.usable).toBe(false);
    expect(of("cloudflare", sources({ CLOUDFLARE_API_TOKEN: "t", CLOUDFLARE_ACCOUNT_ID: "i" }, {}, {}))?.usable).toBe(
      true,
    );
  });

  it("never holds a value", () => {
    const canary = "canary-value-1234";
    const everywhere = Object.fromEntries([...storableVariables.keys()].map((name) => [name, canary]));
    expect(JSON.stringify(keyStatusOf(sources(everywhere, everywhere, everywhere)))).not.toContain(canary);
  });

  it("counts keys and tokens of every provider as secret", () => {
    const looksSecret = [...storableVariables.keys()].filter((name) => /KEY|TOKEN/.test(name));
    expect(new Set(secretVariableNames)).toEqual(new Set(looksSecret));
  });
});

describe("scaffold", () => {
  it("defines no variable, so it hides none", () => {
    expect(readVariables(SCAFFOLD_TEXT)).toEqual({});
  });

  it("has a place for every variable, which setting the key fills", () => {
    for (const name of storableVariables.keys()) {
      if (name === "ARK_API_KEY") continue;
      const text = withVariable(SCAFFOLD_TEXT, name, "v");
      expect(text.split("\n")).toHaveLength(SCAFFOLD_TEXT.split("\n").length);
    }
  });

  it("adds only the providers that a file does not mention", () => {
    const completed = completeScaffold("GEMINI_API_KEY=kept # mine");
    expect(completed.startsWith("GEMINI_API_KEY=kept # mine\n")).toBe(true);
    expect(completed.match(/GEMINI_API_KEY/g)).toHaveLength(1);
    expect(completeScaffold(completed)).toBe(completed);
  });

  it("quotes the path in the entry commands", () => {
    const { posix, powershell } = entryCommands("FAL_KEY", "/users/a b/it's/.env");
    expect(posix).toContain(`'/users/a b/it'\\''s/.env'`);
    expect(powershell).toContain(`'/users/a b/it''s/.env'`);
  });
});
