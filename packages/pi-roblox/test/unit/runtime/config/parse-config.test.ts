import fc from "fast-check";
import { isCodedError } from "pi-extension-core/errors";
import { describe, expect, it } from "vitest";
import { defaultConfig, parseConfig } from "../../../../src/runtime/config/parse-config.ts";
import { starterText } from "../../../../src/runtime/config/starter-text.ts";

interface Problem {
  line: number;
  column: number;
  key: string;
  hint: string;
}

/** The code and the problems that reading `text` ends with. */
function refusal(text: string): { code: string; problems: Problem[] } {
  try {
    parseConfig(text, ".pi/roblox.json");
  } catch (error) {
    if (!isCodedError(error)) throw error;
    // SAFETY: the shape is part of CONFIG_INVALID's documented data.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { code: error.code, problems: (error.data["problems"] ?? []) as Problem[] };
  }
  throw new Error("accepted");
}

function outcome(work: () => unknown): "value" | "our error" | "foreign error" {
  try {
    work();
    return "value";
  } catch (error) {
    return isCodedError(error) ? "our error" : "foreign error";
  }
}

const only = (text: string): Problem => {
  const { code, problems } = refusal(text);
  expect(code).toBe("CONFIG_INVALID");
  expect(problems).toHaveLength(1);
  const [problem] = problems;
  if (problem === undefined) throw new Error("no problem");
  return problem;
};

describe("parseConfig", () => {
  it("fills every default of an empty file, and starts nothing", () => {
    const { config } = parseConfig("{}", "c");
    expect(config).toEqual(defaultConfig());
    expect(config.studio.autoConnect).toBe(false);
    expect(config.rojo.server.autoStart).toBe(false);
    expect(config.ownership.blockAmbiguousWrites).toBe(true);
    expect(config.permissions.failClosedWithoutUi).toBe(true);
  });

  it("keeps what is given and fills the rest of the same object", () => {
    const { config } = parseConfig('{ "rojo": { "server": { "port": 4000 } } } // end', "c");
    expect(config.rojo.server).toMatchObject({ port: 4000, shutdownOnExit: true });
  });

  it("reads comments, trailing commas, CRLF and a byte order mark", () => {
    expect(parseConfig('\uFEFF{\r\n  // why\r\n  "mode": "studio-only",\r\n}', "c").config.mode).toBe("studio-only");
  });

  it("names line, column and the key that was meant for a misspelt key", () => {
    const problem = only('{\n  "rojo": {\n    "genratedPatterns": []\n  }\n}');
    expect(problem).toMatchObject({ line: 3, key: "rojo.genratedPatterns" });
    expect(problem.hint).toContain("generatedPatterns");
  });

  it("names the allowed values of an enum and the nearest one", () => {
    const problem = only('{ "permissions": { "profile": "develp" } }');
    expect(problem.key).toBe("permissions.profile");
    expect(problem.hint).toContain('"develop"');
    expect(problem.hint).toContain("autonomous-local");
  });

  it("names the range of a number", () => {
    expect(only('{ "rojo": { "server": { "port": 70000 } } }').hint).toMatch(/1.*65535/);
  });

  it("reports every problem, in the order of the file", () => {
    const { problems } = refusal('{\n "version": 2,\n "mode": 5,\n "x": 1 }');
    expect(problems.map(({ key }) => key)).toEqual(["version", "mode", "x"]);
  });

  it.each([
    [
      '{ "validation": { "profiles": { "fast": ["selne"] }, "commands": { "selene": { "command": "selene" } } } }',
      "validation.profiles.fast[0]",
    ],
    ['{ "validation": { "defaultProfile": "fast" } }', "validation.defaultProfile"],
    ['{ "validation": { "commands": { "a": {} } } }', "validation.commands.a"],
    ['{ "rojo": { "server": { "address": "my-host" } } }', "rojo.server.address"],
    ['{ "projectFile": "../other/default.project.json" }', "projectFile"],
    ['{ "rojo": { "sourcemapFile": "/etc/x" } }', "rojo.sourcemapFile"],
    ['{ "audit": { "directory": "a\\\\..\\\\..\\\\b" } }', "audit.directory"],
    ['{ "checkpoints": { "directory": "C:x" } }', "checkpoints.directory"],
  ])("refuses %s at its key", (text, key) => {
    expect(only(text).key).toBe(key);
  });

  it("takes localhost as an address", () => {
    expect(parseConfig('{ "rojo": { "server": { "address": "localhost" } } }', "c").config.rojo.server.address).toBe(
      "localhost",
    );
  });

  it("ends with JSON_INVALID for text that is no JSON", () => {
    expect(refusal('{ "mode": }').code).toBe("JSON_INVALID");
  });

  it("never ends with anything but our own errors, whatever JSON it gets", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (json) => {
        expect(outcome(() => parseConfig(json, "c"))).not.toBe("foreign error");
      }),
    );
  });

  it.each([
    { mode: "rojo", projectFile: "default.project.json" },
    { mode: "rojo", projectFile: undefined },
    { mode: "studio-only", projectFile: undefined },
  ] as const)("accepts the starter text of %j", (choice) => {
    const { config } = parseConfig(starterText(choice), "c");
    expect(config.mode).toBe(choice.mode);
    expect(config.projectFile).toBe(choice.projectFile);
  });
});
