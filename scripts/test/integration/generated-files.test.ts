import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { generatedFiles } from "../../generate/files.mjs";

describe("generated files", () => {
  it.each(generatedFiles)("$path is current (npm run generate)", async ({ path, content }) => {
    expect(readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")).toBe(await content());
  });
});
