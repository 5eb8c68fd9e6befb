import fc from "fast-check";
import { isCodedError } from "pi-extension-core/errors";
import { parseMultix } from "testkit/multix/parse";
import type { ParsedCall } from "testkit/multix/program";
import { longFlag, NEWEST, surfaceAt } from "testkit/multix/surface";
import { describe, expect, it } from "vitest";
import { flagsOf, planCall } from "../../../src/multix/plan/plan-call.ts";
import { planRun } from "../../../src/multix/plan/plan-run.ts";
import { type CallTable, callTables, cliCommands, type Entry } from "../../../src/multix/tables/index.ts";
import { anyCall } from "../../fixtures/any-call.ts";

const commands = surfaceAt(NEWEST);
const nameOf = (words: readonly string[]): string => words.join(" ");

/** What the CLI's own parser makes of the arguments; rejects when it refuses them. */
async function parse(argv: readonly string[]): Promise<ParsedCall> {
  const { call, stderr, stdout } = await parseMultix(argv);
  if (call === undefined) throw new Error(`${argv.join(" ")} is not run: ${stderr}${stdout}`);
  return call;
}

const camel = (flag: string): string =>
  flag.replace(/^--(no-)?/, "").replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What the parser must have made of a value, and what it has made. */
function compared(entry: Entry, value: unknown, parsed: ParsedCall, positional: number): readonly [unknown, unknown] {
  const { syntax } = entry;
  const [flag = ""] = flagsOf(entry);
  const got = parsed.options[camel(flag)];
  switch (syntax.kind) {
    case "positional":
      return [parsed.operands[positional], String(value)];
    case "on":
      return [got === true, value === true];
    case "off":
      return [flag.startsWith("--no-") ? got === false : got === true, value === false];
    case "flag":
      return [got, String(value)];
    case "single":
      return [got, Array.isArray(value) ? value[0] : value];
    case "pair":
    case "repeat":
    case "variadic":
      return [got, value];
  }
}

const title = (table: CallTable): string => `${table.tool} ${table.action} ${table.provider}`;

describe("every call that the tables allow", () => {
  it.each(callTables.map((table) => [title(table), table] as const))(
    "%s reaches the CLI's own parser with the same values",
    async (_, table) => {
      let accepted = 0;
      await fc.assert(
        fc.asyncProperty(anyCall(table), async (call) => {
          let plan: ReturnType<typeof planCall>;
          try {
            plan = planCall(table.tool, call);
          } catch (error) {
            // A rule between parameters; that each refusal is right is for the tests of the rules.
            if (isCodedError(error)) return;
            throw error;
          }
          accepted += 1;
          const parsed = await parse(plan.argv);
          expect(nameOf(parsed.command.path)).toBe(nameOf(plan.command));
          const positionals = table.entries.filter((entry) => entry.syntax.kind === "positional");
          for (const entry of table.entries) {
            const value = plan.values[entry.parameter];
            if (value === undefined) continue;
            const [got, wanted] = compared(entry, value, parsed, positionals.indexOf(entry));
            expect(got).toEqual(wanted);
          }
          const reversed = Object.fromEntries(Object.entries(call).toReversed());
          expect(planCall(table.tool, reversed).argv).toEqual(plan.argv);
        }),
        { numRuns: 120 },
      );
      expect(accepted).toBeGreaterThan(8);
    },
  );

  it("puts list options after all others, and positionals last", () => {
    const files = ["a.pdf", "b.pdf"];
    const { argv } = planCall("doc", { action: "analyze", provider: "gemini", files, prompt: "-V", model: "m" });
    expect(argv.slice(-2)).toEqual(["--files=a.pdf", "--files=b.pdf"]);
    const leonardo = planCall("image", {
      action: "generate",
      provider: "leonardo",
      prompt: "-sunset",
      width: 512,
    }).argv;
    expect(leonardo.slice(-2)).toEqual(["--", "-sunset"]);
  });
});

describe("the surface of the CLI", () => {
  it("is known command by command, aliases included", () => {
    const known = cliCommands.map(({ path }) => nameOf(path)).toSorted((a, b) => a.localeCompare(b));
    expect(known).toEqual(commands.map(({ path }) => nameOf(path)).toSorted((a, b) => a.localeCompare(b)));
  });

  it.each(commands.map((command) => [nameOf(command.path), command] as const))(
    "%s is reached by a table or by multix_run",
    (name, command) => {
      const byTable = callTables.some(
        (table) =>
          nameOf(table.command) === name ||
          (table.commandWhen !== undefined && nameOf(table.commandWhen.command) === name),
      );
      let refused: string | undefined;
      try {
        planRun([...command.path]);
      } catch (error) {
        refused = isCodedError(error) ? error.code : "unexpected";
      }
      expect(byTable || refused === undefined || (name === "update" && refused === "COMMAND_REFUSED")).toBe(true);
    },
  );

  it.each(callTables.map((table) => [title(table), table] as const))(
    "%s uses only flags that its command has, and says why it leaves others out",
    (_, table) => {
      const flagsOfCommand = (words: readonly string[] | undefined): string[] =>
        (commands.find(({ path }) => words !== undefined && nameOf(path) === nameOf(words))?.options ?? []).map(
          longFlag,
        );
      const own = flagsOfCommand(table.command);
      const flags = [...own, ...flagsOfCommand(table.commandWhen?.command)];
      const used = table.entries.flatMap(flagsOf);
      expect(used.filter((flag) => !flags.includes(flag))).toEqual([]);
      const accounted = [...used, ...Object.keys(table.omitted ?? {})];
      expect(own.filter((flag) => !accounted.includes(flag))).toEqual([]);
    },
  );
});
