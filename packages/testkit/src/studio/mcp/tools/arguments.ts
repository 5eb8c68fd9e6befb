/** Arguments of a call, read as Studio's plugin reads them: what is missing is named, what is unknown is ignored. Pure. */

import { StudioFailure } from "../studio-failure.ts";

export type ToolArguments = Readonly<Record<string, unknown>>;

const required = (name: string): StudioFailure => new StudioFailure(`${name} is required`);
const invalid = (name: string): StudioFailure => new StudioFailure(`Invalid ${name}`);

/** @throws StudioFailure */
export function textArgument(args: ToolArguments, name: string): string {
  const value = args[name];
  if (value === undefined || value === null) throw required(name);
  if (typeof value !== "string") throw invalid(name);
  return value;
}

export function optionalText(args: ToolArguments, name: string): string | undefined {
  return args[name] === undefined || args[name] === null ? undefined : textArgument(args, name);
}

/** @throws StudioFailure */
export function flagArgument(args: ToolArguments, name: string): boolean {
  const value = args[name];
  if (value === undefined || value === null) throw required(name);
  if (typeof value !== "boolean") throw invalid(name);
  return value;
}

/** @throws StudioFailure for what is no whole number within the limits */
export function integerArgument(
  args: ToolArguments,
  name: string,
  {
    fallback,
    minimum = 1,
    maximum = Number.MAX_SAFE_INTEGER,
  }: {
    readonly fallback: number;
    readonly minimum?: number;
    readonly maximum?: number;
  },
): number {
  const value = args[name] ?? fallback;
  if (typeof value !== "number" || !Number.isInteger(value) || value < minimum) throw invalid(name);
  return Math.min(value, maximum);
}

/** @throws StudioFailure */
export function choiceArgument<Choice extends string>(
  args: ToolArguments,
  name: string,
  choices: readonly Choice[],
): Choice {
  const value = textArgument(args, name);
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) throw invalid(name);
  return choice;
}

/** @throws StudioFailure */
export function listArgument(args: ToolArguments, name: string): readonly ToolArguments[] {
  const value = args[name];
  if (value === undefined || value === null) throw required(name);
  if (!Array.isArray(value)) throw invalid(name);
  return value.map((item: unknown) => {
    if (typeof item !== "object" || item === null || Array.isArray(item)) throw invalid(name);
    return item as ToolArguments;
  });
}

export type Point = readonly [number, number, number];

/** @throws StudioFailure */
export function optionalPoint(args: ToolArguments, name: string): Point | undefined {
  const value = args[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length !== 3 || !value.every(Number.isFinite)) throw invalid(name);
  return value as unknown as Point;
}
