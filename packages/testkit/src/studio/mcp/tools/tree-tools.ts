/** search_game_tree and inspect_instance [A4]. */

import { runProgram } from "../luau-program.ts";
import { StudioFailure } from "../studio-failure.ts";
import { integerArgument, optionalText, textArgument } from "./arguments.ts";
import type { ToolHandler } from "./tool.ts";

const MAX_MATCHES = 20;

export const searchGameTree: ToolHandler = async ({ window, args }) =>
  runProgram(window.focused, "search-tree", {
    path: optionalText(args, "path") ?? "game",
    instanceType: optionalText(args, "instance_type"),
    keywords: (optionalText(args, "keywords") ?? "").split(/[\s,]+/).filter((keyword) => keyword !== ""),
    maxDepth: integerArgument(args, "max_depth", { fallback: 3, maximum: 10 }),
    limit: integerArgument(args, "head_limit", { fallback: 200 }),
  });

/** Names of the properties that scripts can read, own and inherited, by class. */
async function readableProperties(classNames: readonly string[]): Promise<Record<string, readonly string[]>> {
  const { loadReflection } = await import("../../../../../pi-roblox/src/datamodel/reflection/load-reflection.ts");
  const reflection = await loadReflection();
  return Object.fromEntries(
    [...new Set(classNames)].map((className) => [
      className,
      reflection
        .properties(className)
        .filter(({ scriptability }) => scriptability === "Read" || scriptability === "ReadWrite")
        .map(({ name }) => name),
    ]),
  );
}

export const inspectInstance: ToolHandler = async ({ window, args }) => {
  const path = textArgument(args, "path");
  const classes = await runProgram(window.focused, "classes-at", { path, limit: MAX_MATCHES });
  if (classes === "") throw new StudioFailure(`Instance not found: ${path}`);
  const properties = await readableProperties(classes.split("\n"));
  return runProgram(window.focused, "inspect", { path, limit: MAX_MATCHES, properties });
};
