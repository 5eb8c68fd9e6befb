import { hasCode } from "pi-extension-core/errors";
import { describe, expect, it } from "vitest";
import { chooseInit } from "../../../../src/runtime/config/init-choice.ts";

describe("chooseInit", () => {
  it.each([
    ["auto", undefined, ["default.project.json", "test.project.json"], "rojo", "default.project.json"],
    ["auto", undefined, ["game.project.json"], "rojo", "game.project.json"],
    ["auto", undefined, [], "studio-only", undefined],
    ["rojo", "a.project.json", ["a.project.json", "b.project.json"], "rojo", "a.project.json"],
    ["studio-only", undefined, ["default.project.json"], "studio-only", undefined],
  ] as const)("%s with %s and %j gives %s", (wanted, given, found, mode, projectFile) => {
    expect(chooseInit(wanted, given, found)).toEqual({ mode, projectFile });
  });

  it.each([
    ["rojo", []],
    ["auto", ["a.project.json", "b.project.json"]],
    ["rojo", ["a.project.json", "b.project.json"]],
  ] as const)("does not guess for %s and %j", (wanted, found) => {
    const failure = ((): unknown => {
      try {
        return chooseInit(wanted, undefined, found);
      } catch (error) {
        return error;
      }
    })();
    expect(hasCode(failure, "PROJECT_NOT_FOUND")).toBe(true);
  });
});
