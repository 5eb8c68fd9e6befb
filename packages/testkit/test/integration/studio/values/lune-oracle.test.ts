import { beforeAll, describe, expect, it } from "vitest";
import { type Comparison, compareWithLune } from "../../../fixtures/studio/values/compare-with-lune.ts";
import { runOnLune } from "../../../fixtures/studio/values/luau-vm.ts";
import { luneDifferences } from "../../../fixtures/studio/values/lune-differences.ts";
import { oracleExpressions } from "../../../fixtures/studio/values/oracle-expressions.ts";

const known = new Set(luneDifferences.flatMap(({ expressions }) => expressions));
const undisputed = oracleExpressions.filter((expression) => !known.has(expression));
/** Those that lune refuses too; a list of errors alone would agree about nothing. */
const raises = ({ ours }: Comparison): boolean => ours[0] === "error";

describe("value types and lune's own implementation [needs lune 0.11.1]", () => {
  let comparisons: readonly Comparison[] = [];
  beforeAll(async () => {
    if (runOnLune) comparisons = await compareWithLune(runOnLune, [...undisputed, ...known]);
  });

  it.skipIf(runOnLune === undefined)("agree on every expression that no difference is known of", () => {
    const agreed = comparisons.filter(({ expression }) => !known.has(expression));
    expect(agreed.filter(({ agrees }) => !agrees)).toEqual([]);
    expect(agreed.filter((comparison) => !raises(comparison)).length).toBeGreaterThan(750);
  });

  it.skipIf(runOnLune === undefined)("differ wherever a difference is listed", () => {
    const stale = comparisons.filter(({ expression, agrees }) => known.has(expression) && agrees);
    expect(stale).toEqual([]);
  });
});
