import { longFlag, NEWEST, type SurfaceOption, surfaceAt } from "testkit/multix/surface";
import { describe, expect, it } from "vitest";
import { flagsOf } from "../../../../src/multix/plan/plan-call.ts";
import {
  type CallTable,
  callTables,
  cliCommands,
  type Entry,
  parameters,
} from "../../../../src/multix/tables/index.ts";

const commands = surfaceAt(NEWEST);
const title = (table: CallTable): string => `${table.tool} ${table.action} ${table.provider}`;
const cases = callTables.map((table) => [title(table), table] as const);

function commandOf(words: readonly string[]) {
  const command = commands.find(({ path }) => path.join(" ") === words.join(" "));
  if (command === undefined) throw new Error(`no command ${words.join(" ")}`);
  return command;
}

/** Entries that are written as options, each with what the CLI declares for it. */
function pairsOf(table: CallTable): { entry: Entry; option: SurfaceOption }[] {
  const words = [table.command, ...(table.commandWhen === undefined ? [] : [table.commandWhen.command])];
  const options = words.flatMap((path) => commandOf(path).options);
  return table.entries.flatMap((entry) => {
    const [flag] = flagsOf(entry);
    const option = options.find((candidate) => longFlag(candidate) === flag);
    return option === undefined ? [] : [{ entry, option }];
  });
}

/** How a table may write what the CLI declares so. */
function kindsOf(option: SurfaceOption): readonly string[] {
  if (option.variadic === true) return ["variadic"];
  if (option.repeatable === true) return ["repeat"];
  if (option.flags.includes("<")) return ["flag", "single"];
  return longFlag(option).startsWith("--no-") ? ["off"] : ["on", "off", "pair"];
}

describe.each(cases)("the table of %s agrees with the CLI", (_, table) => {
  it("on which options take a value, a list, or nothing", () => {
    const wrong = pairsOf(table).filter(({ entry, option }) => !kindsOf(option).includes(entry.syntax.kind));
    expect(wrong).toEqual([]);
  });

  it("on what is required, and on the positionals", () => {
    const laxer = pairsOf(table).filter(({ entry, option }) => option.required === true && entry.required !== true);
    expect(laxer).toEqual([]);
    const declared = commandOf(table.command).arguments ?? [];
    const positionals = table.entries.filter((entry) => entry.syntax.kind === "positional");
    expect(positionals.map((entry) => entry.required === true)).toEqual(
      declared.map((operand) => operand.required === true),
    );
  });

  it("on the values that the CLI enforces, and names those that it documents", () => {
    const chosen = pairsOf(table).filter(({ option }) => option.choices !== undefined);
    for (const { entry, option } of chosen) {
      const ours = option.choicesEnforced === true ? entry.choices : (entry.choices ?? entry.known);
      expect([entry.parameter, ours]).toEqual([entry.parameter, option.choices]);
    }
  });

  it("with a type for every parameter, and none twice", () => {
    const names = table.entries.map(({ parameter }) => parameter);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(parameters[table.tool]).toHaveProperty(name);
  });

  it("with rules that name parameters of its own", () => {
    const names = table.entries.map(({ parameter }) => parameter);
    const { saves } = table;
    const named = [
      ...(table.anyOf ?? []),
      ...(table.oneOf ?? []),
      ...table.entries.flatMap(({ needs = [] }) => needs),
      ...(saves.when === "true" ? saves.anyOf : []),
      ...(saves.when === "given" || saves.when === "not-false" ? [saves.parameter] : []),
      ...(table.commandWhen === undefined ? [] : [table.commandWhen.parameter]),
      ...(table.job === undefined ? [] : ["wait"]),
    ];
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe("the list of commands", () => {
  it("has every command with its aliases", () => {
    const known = cliCommands.map(({ path, aliases }) => [path.join(" "), aliases]);
    expect(known).toEqual(commands.map(({ path, aliases = [] }) => [path.join(" "), aliases]));
  });

  it("guards what installs software or changes an account", () => {
    const guarded = cliCommands.filter(({ guard }) => guard !== undefined);
    expect(guarded.map(({ path, guard }) => [path.join(" "), guard?.kind])).toEqual([
      ["update", "refuse"],
      ["elevenlabs voices create-from-preview", "consent"],
      ["elevenlabs voices delete", "consent"],
      ["elevenlabs clone", "consent"],
    ]);
  });

  it("asks for consent in the table of every guarded command, too", () => {
    for (const table of callTables) {
      const command = cliCommands.find(({ path }) => path.join(" ") === table.command.join(" "));
      expect([title(table), table.changesAccount]).toEqual([title(table), command?.guard?.why]);
    }
  });
});
