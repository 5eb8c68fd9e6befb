/** The flag table of a command line: one entry per parameter, in the order in which the program shall see them. Pure. */

interface NamedParameter {
  /** Key under which the value is given. */
  readonly name: string;
}

interface ValueParameter extends NamedParameter {
  /** A missing value (or an empty list) is refused. */
  readonly required?: boolean;
}

/** An operand, written after `--`. Only the last positional of a table may be a list. */
export interface PositionalSpec extends ValueParameter {
  readonly kind: "positional";
  readonly list?: boolean;
}

/** An option with one value. */
export interface FlagValueSpec extends ValueParameter {
  readonly kind: "flag";
  readonly flag: string;
  /**
   * `joined` (the default) writes `--flag=value`, which holds any value. `separate` writes two tokens, for programs that
   * know no `=`; there a value that begins with `-` is refused, because the program would take it for an option.
   */
  readonly style?: "joined" | "separate";
}

/** An option without a value: written for `true`, left out for `false`. */
export interface SwitchSpec extends NamedParameter {
  readonly kind: "switch";
  readonly flag: string;
}

/** A pair of switches: `true` writes `flag`, `false` writes `offFlag`, no value leaves the program's default. */
export interface ToggleSpec extends NamedParameter {
  readonly kind: "toggle";
  readonly flag: string;
  readonly offFlag: string;
}

/** A switch that is written as many times as its value says (`--verbose --verbose`). */
export interface CountSpec extends NamedParameter {
  readonly kind: "count";
  readonly flag: string;
}

/** A list option: `--flag=value` once for each value, at its place in the table. */
export interface RepeatSpec extends ValueParameter {
  readonly kind: "repeat";
  readonly flag: string;
}

/**
 * A list option that the program reads greedily (`--files a b c`). Also written once for each value, which such programs
 * understand, and after all other options, so that it can swallow nothing.
 */
export interface VariadicSpec extends ValueParameter {
  readonly kind: "variadic";
  readonly flag: string;
}

export type FlagSpec = PositionalSpec | FlagValueSpec | SwitchSpec | ToggleSpec | CountSpec | RepeatSpec | VariadicSpec;

const LONG_FLAG = /^--[A-Za-z0-9][\w.-]*$/;

function flagsOf(spec: FlagSpec): readonly string[] {
  if (spec.kind === "positional") return [];
  return spec.kind === "toggle" ? [spec.flag, spec.offFlag] : [spec.flag];
}

/**
 * Checks a table that a programmer wrote: long flags only (`-x=value` means something else in most parsers), no name or
 * flag twice, a list positional only at the end.
 * @throws TypeError naming the faulty entry.
 */
export function assertFlagTable(table: readonly FlagSpec[]): void {
  const seen = new Set<string>();
  const take = (token: string, what: string): void => {
    if (seen.has(token)) throw new TypeError(`Flag table: ${what} ${token} occurs twice`);
    seen.add(token);
  };
  for (const spec of table) {
    take(spec.name, "parameter");
    for (const flag of flagsOf(spec)) {
      if (!LONG_FLAG.test(flag)) throw new TypeError(`Flag table: ${spec.name} has no long flag, but ${flag}`);
      take(flag, "flag");
    }
  }
  const positionals = table.filter((spec) => spec.kind === "positional");
  const early = positionals.slice(0, -1).find((spec) => spec.list === true);
  if (early !== undefined) throw new TypeError(`Flag table: list positional ${early.name} is not the last one`);
}
