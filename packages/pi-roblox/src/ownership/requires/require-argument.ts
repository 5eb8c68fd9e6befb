/** What stands in a call of `require`, as plain data. Pure. */

/** One way from an instance to another. */
export type InstanceStep =
  /** `.Name`, `["Name"]`, `:FindFirstChild("Name")`, `:WaitForChild("Name")`. */
  | { readonly kind: "child"; readonly name: string }
  | { readonly kind: "parent" }
  /** `:GetService("Name")`. */
  | { readonly kind: "service"; readonly className: string }
  /** `:FindFirstAncestor("Name")`. */
  | { readonly kind: "ancestor"; readonly name: string };

export type RequireArgument =
  | { readonly kind: "string"; readonly path: string }
  | { readonly kind: "instance"; readonly base: "script" | "game"; readonly steps: readonly InstanceStep[] }
  | { readonly kind: "asset"; readonly assetId: string }
  /** Known only when the game runs. */
  | { readonly kind: "dynamic"; readonly why: string };

export interface RequireCall {
  readonly argument: RequireArgument;
  /** The call as it is written, shortened when it is long. */
  readonly text: string;
  /** Of the word `require`, from 1. */
  readonly line: number;
  /** From 1 in UTF-16 code units. */
  readonly column: number;
}
