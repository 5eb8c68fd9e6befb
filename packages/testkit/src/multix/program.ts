/**
 * The parser of the CLI, made from the surface with the commander version that the CLI uses, so that it refuses, swallows
 * and misreads what the real one does. Knows nothing of what commands do.
 */

import { Command } from "commander-12";
import {
  longFlag,
  type MultixVersion,
  type SurfaceCommand,
  type SurfaceOption,
  surfaceAt,
  versionText,
} from "./surface.ts";

export interface ParsedCall {
  readonly command: SurfaceCommand;
  /** Operands that the command declares; commander drops the excess ones without a word. */
  readonly operands: readonly string[];
  /** Values by camel-case name, as commander stores them. */
  readonly options: Readonly<Record<string, unknown>>;
}

export interface ProgramOptions {
  readonly version: MultixVersion;
  readonly onCall: (call: ParsedCall) => Promise<void> | void;
  /** Takes the place of stdout and stderr, and makes every exit a thrown CommanderError. */
  readonly capture?: { readonly out: (text: string) => void; readonly err: (text: string) => void };
}

const collect = (value: string, earlier: unknown): string[] => [...(Array.isArray(earlier) ? earlier : []), value];

function addOption(command: Command, option: SurfaceOption): void {
  const { flags, description, required = false } = option;
  const isList = option.repeatable === true && option.variadic !== true;
  if (isList) {
    const add = required ? command.requiredOption.bind(command) : command.option.bind(command);
    add(flags, description, collect, []);
    return;
  }
  const fallback = option.default === undefined || option.negatable === true ? [] : [option.default];
  // An empty-list default is what hides the requirement from the parser, here as in the CLI.
  if (required) command.requiredOption(flags, description, ...(fallback as [string]));
  else command.option(flags, description, ...(fallback as [string]));
}

function groupOf(root: Command, words: readonly string[]): Command {
  let group = root;
  for (const word of words)
    group =
      group.commands.find((candidate) => candidate.name() === word) ??
      group.command(word).description(`${word} commands`);
  return group;
}

function addCommand(root: Command, surface: SurfaceCommand, onCall: ProgramOptions["onCall"]): void {
  const name = surface.path.at(-1) ?? "";
  const command = groupOf(root, surface.path.slice(0, -1))
    .command(name)
    .description(surface.notes ?? name);
  for (const alias of surface.aliases ?? []) command.alias(alias);
  const operands = surface.arguments ?? [];
  for (const operand of operands)
    command.argument(operand.required === true ? `<${operand.name}>` : `[${operand.name}]`);
  for (const option of surface.options) addOption(command, option);
  command.action(async (...args: unknown[]) => {
    const values = args.slice(0, operands.length).filter((value): value is string => typeof value === "string");
    await onCall({ command: surface, operands: values, options: command.opts() });
  });
}

export function createProgram({ version, onCall, capture }: ProgramOptions): Command {
  const root = new Command("multix").description("Media from many providers").version(versionText(version));
  if (capture !== undefined) root.exitOverride().configureOutput({ writeOut: capture.out, writeErr: capture.err });
  for (const surface of surfaceAt(version)) addCommand(root, surface, onCall);
  return root;
}

/** The value of an option as commander stores it: `--no-x` under `x`, `--a-b` under `aB`. */
export function optionName(option: SurfaceOption): string {
  return longFlag(option)
    .replace(/^--(no-)?/, "")
    .replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
