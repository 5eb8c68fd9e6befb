import { beforeAll, describe, expect, it } from "vitest";
import { errorCases } from "../../../fixtures/studio/values/error-cases.ts";
import { evaluateTexts } from "../../../fixtures/studio/values/evaluate.ts";
import { textCases } from "../../../fixtures/studio/values/text-cases.ts";
import { vms } from "../../../fixtures/studio/values/vms.ts";

const groups = [...Object.entries(textCases), ...Object.entries(errorCases)].map(([title, cases]) => ({
  title,
  cases,
}));

describe.each(vms)("value types on $name", ({ start }) => {
  let results: Record<string, string> = {};
  beforeAll(async () => {
    const run = await start?.();
    if (run)
      results = await evaluateTexts(
        run,
        groups.flatMap(({ cases }) => Object.keys(cases)),
      );
  });

  it.skipIf(start === undefined).each(groups)("answers as the engine does: $title", ({ cases }) => {
    const given = Object.fromEntries(Object.keys(cases).map((expression) => [expression, results[expression]]));
    expect(given).toEqual(cases);
  });
});
