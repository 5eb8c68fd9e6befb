import { describe, expect, it } from "vitest";
import { compareSurface, driftLine, type InstalledSurface } from "../../../src/multix/drift/compare-surface.ts";
import { parseHelp } from "../../../src/multix/drift/parse-help.ts";
import { flagsOf } from "../../../src/multix/plan/plan-call.ts";
import { callTables, cliCommands } from "../../../src/multix/tables/index.ts";

describe("the CLI's help", () => {
  it("lists options and sub-commands, and takes no word of a wrapped description for one", () => {
    const help = [
      "Usage: multix gemini [options] [command]",
      "",
      "Options:",
      "  -m, --model <id>   Provider model id, or",
      "                     --none for none",
      "  --no-thumb         no still",
      "  -h, --help         display help for command",
      "",
      "Commands:",
      "  analyze [options]  Exit 0 when it is",
      "                     logged in; 1 when none",
      "  image-to-image|i2i [options]",
      "  help [command]     display help for command",
    ].join("\n");
    expect(parseHelp(help)).toEqual({ options: ["--model", "--no-thumb"], subcommands: ["analyze", "image-to-image"] });
  });
});

describe("drift", () => {
  const known = (): Map<string, string[]> => {
    const surface = new Map(cliCommands.map(({ path }) => [path.join(" "), [] as string[]]));
    for (const table of callTables) {
      const commands = [table.command, ...(table.commandWhen === undefined ? [] : [table.commandWhen.command])];
      for (const command of commands) surface.get(command.join(" "))?.push(...table.entries.flatMap(flagsOf));
    }
    return surface;
  };

  it("is none for a CLI that has just what the tables use", () => {
    expect(driftLine(compareSurface(known() as InstalledSurface))).toMatch(/those this extension knows/);
  });

  it("names what is new and what is gone", () => {
    const surface = known();
    surface.set("suno generate", []);
    surface.delete("fal run");
    surface.set("gemini generate", [
      ...(surface.get("gemini generate") ?? []).filter((flag) => flag !== "--size"),
      "--mood",
    ]);
    expect(compareSurface(surface)).toEqual({
      newCommands: ["suno generate"],
      goneCommands: ["fal run"],
      newOptions: ["gemini generate --mood"],
      goneOptions: ["gemini generate --size"],
    });
  });
});
