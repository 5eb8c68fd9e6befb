/**
 * The shape of a call table: what one provider takes for one action, and how the CLI spells it. The tables are the only
 * source for validation, argument order, tool schemas, the provider matrix and the drift check. Pure.
 */

export type TableTool = "image" | "video" | "audio" | "media" | "doc" | "models" | "check";

/** How the CLI takes the value. Long flags only; the short ones differ from command to command. */
export type Syntax =
  | { readonly kind: "positional" }
  | { readonly kind: "flag"; readonly flag: string }
  /** A list parameter of which the provider takes exactly one. */
  | { readonly kind: "single"; readonly flag: string }
  | { readonly kind: "repeat"; readonly flag: string }
  | { readonly kind: "variadic"; readonly flag: string }
  /** Written for `true`. */
  | { readonly kind: "on"; readonly flag: string }
  /** Written for `false`: the provider's default is on. */
  | { readonly kind: "off"; readonly flag: string }
  | { readonly kind: "pair"; readonly flag: string; readonly offFlag: string };

/** What a text that names something may be. `id`: an image that the provider already has. */
export type Reference = "file" | "url" | "file-or-url" | "id";

export interface Limits {
  /** Missing or blank values are refused. */
  readonly required?: true;
  /** The only values that work; anything else is refused here, before it costs anything. */
  readonly choices?: readonly string[];
  /** A regular expression for values that work beside `choices`. */
  readonly orPattern?: string;
  /** Values that the CLI documents but does not check; newer ones may work. */
  readonly known?: readonly string[];
  /** A regular expression that the value must match, with `patternHint` in words. */
  readonly pattern?: string;
  readonly patternHint?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  /** UTF-16 units. What is longer, the CLI would cut without a word. */
  readonly maxLength?: number;
  readonly reference?: Reference;
  /** The value is ignored by the CLI unless one of these is true, so it is refused without. */
  readonly needs?: readonly string[];
  /** What differs from the parameter's general description. */
  readonly note?: string;
  /** First version of the CLI that has it, where that is newer than the command. */
  readonly since?: string;
}

export interface Entry extends Limits {
  /** Name of the tool's parameter. */
  readonly parameter: string;
  readonly syntax: Syntax;
}

/** When a successful call must have left a file behind. */
export type SaveRule =
  | { readonly when: "always" | "never" }
  | { readonly when: "true"; readonly anyOf: readonly string[] }
  | { readonly when: "not-false"; readonly parameter: string }
  | { readonly when: "given"; readonly parameter: string };

export interface CallTable {
  readonly tool: TableTool;
  readonly action: string;
  /** `local` where the work is done on this machine. */
  readonly provider: string;
  /** Words of the command. */
  readonly command: readonly string[];
  /** Another command with the same arguments, used when this parameter is true. */
  readonly commandWhen?: { readonly parameter: string; readonly command: readonly string[] };
  /** In the order of the arguments. */
  readonly entries: readonly Entry[];
  /** At least one of these parameters must be given. */
  readonly anyOf?: readonly string[];
  /** At most one of these parameters may be given. */
  readonly oneOf?: readonly string[];
  readonly saves: SaveRule;
  /** Only for work that the provider does in the background: what happens when the call does not say. */
  readonly job?: "waits" | "leaves";
  /** Set when the call changes the user's account, in words. */
  readonly changesAccount?: string;
  readonly notes: readonly string[];
  /** Flags of the command that no parameter stands for, each with the reason. */
  readonly omitted?: Readonly<Record<string, string>>;
  /** First version of the CLI that has the command, where that is newer than the supported range. */
  readonly since?: string;
}

export const positional = (parameter: string, limits: Limits = {}): Entry => ({
  parameter,
  syntax: { kind: "positional" },
  ...limits,
});

type Valued = "flag" | "single" | "repeat" | "variadic" | "on" | "off";
const maker =
  (kind: Valued) =>
  (parameter: string, flag: string, limits: Limits = {}): Entry => ({ parameter, syntax: { kind, flag }, ...limits });

export const flag = maker("flag");
export const single = maker("single");
export const repeat = maker("repeat");
export const variadic = maker("variadic");
export const on = maker("on");
export const off = maker("off");

export const pair = (parameter: string, onFlag: string, offFlag: string, limits: Limits = {}): Entry => ({
  parameter,
  syntax: { kind: "pair", flag: onFlag, offFlag },
  ...limits,
});
