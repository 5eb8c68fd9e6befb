/**
 * A free-form call of the CLI: any of its commands, with its own words and options. Checked so that nothing is read as
 * something else, and that no command does more than make files without a person's consent. Pure.
 */

import { multixError } from "../../errors.ts";
import { type CliCommand, cliCommands } from "../tables/index.ts";

export interface RunPlan {
  readonly argv: readonly string[];
  /** Words of the command, as the CLI calls it. */
  readonly command: readonly string[];
  /** Set when a person must agree first: what the call does. */
  readonly consent: string | undefined;
}

const MAX_ARGUMENTS = 200;
const WORD = /^[a-z0-9][a-z0-9-]*$/;

function invalid(problem: string, hint: string): Error {
  return multixError("PARAMETER_INVALID", `args ${problem}`, { hint, data: { parameter: "args" } });
}

function checkTokens(args: unknown): readonly string[] {
  if (!Array.isArray(args) || args.length === 0 || args.length > MAX_ARGUMENTS)
    throw invalid(
      `is not a list of 1 to ${MAX_ARGUMENTS} texts`,
      'Give args like ["gemini", "generate", "--prompt=a cat"].',
    );
  return (args as readonly unknown[]).map((token) => {
    if (typeof token !== "string" || token.includes("\0") || !token.isWellFormed())
      throw invalid("holds something that no argument can carry", "Give args as plain texts.");
    return token;
  });
}

const matches = (command: CliCommand, words: readonly string[]): boolean => {
  const { path, aliases } = command;
  const last = path.length - 1;
  const isLast = words[last] === path[last] || aliases.includes(words[last] ?? "");
  return isLast && path.slice(0, last).every((word, index) => words[index] === word);
};

/** The longest known command that the words begin with. */
function findCommand(words: readonly string[]): CliCommand | undefined {
  return cliCommands.filter((command) => matches(command, words)).toSorted((a, b) => b.path.length - a.path.length)[0];
}

/**
 * The CLI's root looks at every token before `--`: one that is `--version` or begins with `-V` makes it print the
 * version and stop, with success. As a value it must share a token with its option.
 */
function refuseVersionTrap(rest: readonly string[]): void {
  const end = rest.indexOf("--");
  const seen = end === -1 ? rest : rest.slice(0, end);
  const trap = seen.find((token) => token === "--version" || token.startsWith("-V"));
  if (trap !== undefined)
    throw invalid(
      `holds ${JSON.stringify(trap.slice(0, 80))}, which makes the CLI print only its version`,
      'Write a value as --name=value, and put positional values after "--".',
    );
}

/**
 * @param args words of the command first, then its options and values, one token each
 * @throws PARAMETER_INVALID, COMMAND_REFUSED
 */
export function planRun(args: unknown): RunPlan {
  const argv = checkTokens(args);
  const firstOption = argv.findIndex((token) => !WORD.test(token));
  const words = firstOption === -1 ? argv : argv.slice(0, firstOption);
  if (words.length === 0)
    throw invalid(
      "does not begin with a command",
      'Begin with the words of a command, such as "elevenlabs", "isolate".',
    );
  const asksHelp = argv.at(-1) === "--help" && argv.length === words.length + 1;
  const command = findCommand(words);
  if (asksHelp) return { argv, command: words, consent: undefined };
  refuseVersionTrap(argv.slice(command?.path.length ?? words.length));
  if (command === undefined)
    return {
      argv,
      command: words,
      consent: `runs the command ${JSON.stringify(words.join(" "))}, which this extension does not know`,
    };
  const { guard, path } = command;
  if (guard?.kind === "refuse")
    throw multixError("COMMAND_REFUSED", `multix ${path.join(" ")} ${guard.why}, so no tool runs it`, {
      hint: "Tell the user to run it in a terminal.",
      data: { command: path },
    });
  return { argv, command: path, consent: guard?.why };
}
