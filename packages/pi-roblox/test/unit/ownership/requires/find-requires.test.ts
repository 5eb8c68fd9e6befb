import fc from "fast-check";
import { expect, it } from "vitest";
import { findRequires, MAX_CALLS } from "../../../../src/ownership/requires/find-requires.ts";
import type { InstanceStep, RequireArgument } from "../../../../src/ownership/requires/require-argument.ts";

const find = (source: string): readonly RequireArgument[] => findRequires(source).map(({ argument }) => argument);
const child = (name: string): InstanceStep => ({ kind: "child", name });
const parent: InstanceStep = { kind: "parent" };
const service = (className: string): InstanceStep => ({ kind: "service", className });
const fromScript = (...steps: InstanceStep[]): RequireArgument => ({ kind: "instance", base: "script", steps });
const fromGame = (...steps: InstanceStep[]): RequireArgument => ({ kind: "instance", base: "game", steps });

it.each<[string, string, RequireArgument]>([
  ["a path from script", "require(script.Parent.X)", fromScript(parent, child("X"))],
  [
    "odd names in brackets",
    `require(script["a b"]['c"d'][ [[e]] ])`,
    fromScript(child("a b"), child('c"d'), child("e")),
  ],
  ["FindFirstChild", 'require(script:FindFirstChild("X", true))', fromScript(child("X"))],
  ["WaitForChild with a time limit", 'require(script.Parent:WaitForChild("X", 5))', fromScript(parent, child("X"))],
  ["WaitForChild with a computed limit", 'require(script:WaitForChild("X", limit * (2 + 1)))', fromScript(child("X"))],
  ["a method called with a bare string", "require(script:WaitForChild'X')", fromScript(child("X"))],
  [
    "GetService",
    'require(game:GetService("ReplicatedStorage").A.B)',
    fromGame(service("ReplicatedStorage"), child("A"), child("B")),
  ],
  [
    "a service as a field",
    'require(game.ReplicatedStorage["odd name"])',
    fromGame(child("ReplicatedStorage"), child("odd name")),
  ],
  ["workspace", "require(workspace.X)", fromGame(service("Workspace"), child("X"))],
  [
    "an ancestor",
    'require(script:FindFirstAncestor("Lib").X)',
    fromScript({ kind: "ancestor", name: "Lib" }, child("X")),
  ],
  ["a cast", "require(script.X :: any)", fromScript(child("X"))],
  ["a cast to a type with brackets", "require((script.X :: Map<string, {number}>))", fromScript(child("X"))],
  ["parentheses", "require((script.Parent).X)", fromScript(parent, child("X"))],
  [
    "a chain over several lines with comments",
    "require(\n  script -- here\n    .Parent\n    .X\n)",
    fromScript(parent, child("X")),
  ],
  ["a string", 'require("./x")', { kind: "string", path: "./x" }],
  ["a string with escapes", 'require("./\\x61")', { kind: "string", path: "./a" }],
  ["a bare string", "require'@lib/x'", { kind: "string", path: "@lib/x" }],
  ["a long string", "require [==[../x]==]", { kind: "string", path: "../x" }],
  ["an asset", "require(123456)", { kind: "asset", assetId: "123456" }],
  ["a call through pcall", "pcall(require, script.X)", fromScript(child("X"))],
])("reads %s", (_, source, expected) => {
  expect(find(`local a = ${source}\nreturn a`)).toEqual([expected]);
});

it("follows locals that are set once", () => {
  const source = `
    local RS = game:GetService("ReplicatedStorage")
    local Modules: Folder, Here = RS:WaitForChild("Modules"), script.Parent
    local Deep <const> = Modules.Deep
    require(Deep.A) require(Here.B)
    local function f() return require(Modules.C) end`;
  const modules = [service("ReplicatedStorage"), child("Modules")];
  expect(find(source)).toEqual([
    fromGame(...modules, child("Deep"), child("A")),
    fromScript(parent, child("B")),
    fromGame(...modules, child("C")),
  ]);
});

it.each([
  ["is set again before the call", "local M = script.A M = script.B require(M)"],
  ["is set again in a function further down", "local M = script.A require(M.X) local function f() M = nil end"],
  ["is set again among others", "local M, N = script.A, 1 N, M = 1, 2 require(M)"],
  ["is a parameter", "local M = script.A local function f(a, M: Folder) return require(M.X) end"],
  ["is a variable of a loop", "local M = script.A for _, M in list do require(M) end"],
  ["is part of a longer expression", "local M = script.A or script.B require(M)"],
  ["is the result of a call", "local M = script.A(1) require(M)"],
  ["has no value yet", "local M require(M)"],
  ["is shadowed by a function", "local M = script.A local function M() end require(M)"],
])("does not trust a local that %s", (_, source) => {
  expect(find(source)).toEqual([{ kind: "dynamic", why: expect.any(String) }]);
});

it.each([
  ["a block", "do local M = script.B end require(M)"],
  ["an if with elseif and else", "if a then local M = 1 elseif b then local M = 2 else local M = 3 end require(M)"],
  [
    "an if that is an expression",
    "local x = if a then b elseif c then d else if e then f else g do local M = 1 end require(M)",
  ],
  ["a loop", "while a do local M = 1 end for i = 1, 2 do local M = 1 end repeat local M = 1 until a require(M)"],
  ["a function", "local f = function<T>(M: T): () local M = 1 end require(M)"],
  ["a field of a table", "local t = { M = 1, M = 2 } t.M = 3 require(M)"],
  ["a method of that name", "function t.M:M() end require(M)"],
])("keeps a local apart from another one in %s", (_, source) => {
  expect(find(`local M = script.A ${source}`)).toEqual([fromScript(child("A"))]);
});

it.each([
  ["a computed name", 'require(script["a" .. b])'],
  ["a name in a variable", "require(script[name])"],
  ["a function call", "require(load(script.X))"],
  ["two alternatives", "require(script.A or script.B)"],
  ["a string that is put together", 'require("./" .. name)'],
  ["an interpolated string", "require(`./{name}`)"],
  ["an unknown method", 'require(script:FindFirstChildOfClass("ModuleScript"))'],
  ["a global", "require(shared.Module)"],
  ["a script's own require", "local require = require2 require(script.X)"],
])("reports %s as dynamic, with its text", (_, source) => {
  const call = findRequires(source)[0];
  expect(call?.argument).toEqual({ kind: "dynamic", why: expect.any(String) });
  expect(source).toContain(call?.text);
});

it.each([
  ["a comment", "-- require(script.A)\n--[[ require(script.B) ]] --[==[ ]] require(script.C) ]==]"],
  [
    "a string",
    `local a = "require(script.A)" .. 'require(script.B)' .. [[require(script.C)]] .. \`require(script.D)\``,
  ],
  ["a field", "a.require(script.A) a:require(script.B)"],
  ["a definition", "local function require(x) end function require2(x) end"],
  ["a longer name", "xrequire(script.A) requirex(script.B)"],
])("does not take %s for a call", (_, source) => {
  expect(find(source)).toEqual([]);
});

it("finds a call within an interpolated string", () => {
  expect(find("print(`version {require(script.Version).text} of {1}`)")).toEqual([fromScript(child("Version"))]);
});

it("uses the meaning of a local from before it is declared anew by the same call", () => {
  expect(find("local Lib = script.Lib\nlocal Lib = require(Lib.Main)")).toEqual([
    fromScript(child("Lib"), child("Main")),
  ]);
});

it.each([
  ["set again far behind it", "M = 2", "dynamic"],
  ["set again among others far behind it", "M, x = 2, 3", "dynamic"],
  ["read far behind it", "print(M == 2, M, { M = 3 })", "instance"],
])("knows of the last call when its local is %s", (_, statement, kind) => {
  const source = `local M = script.A\nrequire(M)\n${"local x = 1\n".repeat(400)}${statement}\n`;
  expect(find(source)).toEqual([expect.objectContaining({ kind })]);
});

it("says line and column, in UTF-16 code units, for every line break", () => {
  const calls = findRequires('-- é😀\r\nlocal a = require("./a")\nlocal é = "😀", require("./b")');
  expect(calls.map(({ line, column, text }) => [line, column, text])).toEqual([
    [2, 11, 'require("./a")'],
    [3, 17, 'require("./b")'],
  ]);
});

it("shortens a long call and stops at the limit of calls", () => {
  expect(findRequires(`require(f(${"a, ".repeat(1000)}b))`)[0]?.text.length).toBeLessThan(250);
  expect(findRequires("require(1)\n".repeat(MAX_CALLS + 5))).toHaveLength(MAX_CALLS);
});

it("never throws, and no call begins within a comment or a string", () => {
  const code = fc.constantFrom(
    "require(script.A)",
    "local M = script.A",
    "require(M)",
    "if a then b",
    "else",
    "end",
    "function f(",
    ")",
    "{",
    "}",
    "(",
    "`",
    "=",
    ",",
    "::",
  );
  const hidden = fc.constantFrom(
    "-- require(1)\n",
    "--[[ require(2) ]]",
    '"require(3)"',
    "[[require(4)]]",
    "'require(5)'",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(code, hidden, fc.string()), { maxLength: 30 }), (parts) => {
      findRequires(parts.join(" "));
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(hidden, fc.constant("local x = 1\n")), { maxLength: 20 }), (parts) => {
      expect(findRequires(parts.join("\n"))).toEqual([]);
    }),
  );
});
