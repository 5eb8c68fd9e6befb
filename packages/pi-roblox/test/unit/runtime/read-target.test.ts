import { describe, expect, it } from "vitest";
import { readTarget } from "../../../src/runtime/targets/read-target.ts";

const onDisk = (name: string): boolean => name === "src";

describe("readTarget", () => {
  it.each([
    ["src/server/Main.luau", "src/server/Main.luau"],
    ["@src/server/Main.luau", "src/server/Main.luau"],
    ["src\\server\\Main.luau", "src\\server\\Main.luau"],
    ["./Main", "./Main"],
    ["C:\\game\\Main.luau", "C:\\game\\Main.luau"],
    ["default.project.json", "default.project.json"],
    ["src", "src"],
  ])("takes %s for a file", (text, file) => {
    expect(readTarget(text, onDisk)).toEqual({ kind: "file", file });
  });

  it.each([
    ["game.ServerScriptService.Main", ["ServerScriptService", "Main"]],
    ["ServerScriptService.Main", ["ServerScriptService", "Main"]],
    ['game.Workspace["a/b.luau"].Door', ["Workspace", "a/b.luau", "Door"]],
    ['Workspace["a/b"]', ["Workspace", "a/b"]],
    ["game", []],
    ["workspace.Map", ["Workspace", "Map"]],
  ])("takes %s for an instance", (text, names) => {
    expect(readTarget(text, onDisk)).toEqual({ kind: "instance", path: names });
  });

  it("takes an array for an instance, whatever its names look like", () => {
    expect(readTarget(["Workspace", "src/a.luau"], onDisk)).toEqual({
      kind: "instance",
      path: ["Workspace", "src/a.luau"],
    });
  });
});
