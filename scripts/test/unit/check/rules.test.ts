import { describe, expect, it } from "vitest";
import { checkFile } from "../../../check/files.mjs";
import { checkImports } from "../../../check/imports.mjs";

const imports = (path: string, text: string) => checkImports(path, text).length;
const file = (path: string, text: string) => checkFile(path, text).length;

describe("import rules", () => {
  it.each([
    ["packages/core/src/fs/a.ts", 'import { x } from "@earendil-works/pi-ai";'],
    ["packages/core/src/errors/a.ts", 'import { x } from "../fs/b.ts";'],
    ["packages/core/src/fs/a.ts", 'import { spawn } from "node:child_process";'],
    ["packages/pi-sych/src/tools/a.ts", 'import { writeFile } from "node:fs/promises";'],
    ["packages/pi-sych/src/tools/a.ts", 'import * as fs from "node:fs";'],
    ["packages/pi-sych/src/tools/a.ts", 'const x = await import("testkit");'],
    ["packages/pi-sych/src/project/a.ts", 'import { x } from "../tools/b.ts";'],
    ["packages/pi-multix/src/multix/a.ts", 'export { x } from "../tools/b.ts";'],
    ["packages/pi-roblox/src/backends/a.ts", 'import {\n  x,\n} from "../runtime/b.ts";'],
    ["packages/pi-sych/src/pi/a.ts", 'import { x } from "../project/b.ts";'],
    ["packages/pi-multix/src/tools/a.ts", 'import { x } from "pi-sych";'],
  ])("refuse in %s: %s", (path, text) => {
    expect(imports(path, text)).toBe(1);
  });

  it.each([
    [
      "packages/core/src/checkpoint/a.ts",
      'import { x } from "../fs/index.ts";\nimport { rename } from "node:fs/promises";',
    ],
    ["packages/core/src/process/a.ts", 'import spawn from "cross-spawn";'],
    [
      "packages/pi-sych/src/tools/a.ts",
      'import { readFile } from "node:fs/promises";\nimport { x } from "../project/b.ts";',
    ],
    ["packages/pi-sych/src/tools/a.ts", 'import type { Stats } from "node:fs";\nimport { x } from "../pi/b.ts";'],
    [
      "packages/pi-roblox/src/runtime/a.ts",
      'import { x } from "../backends/b.ts";\nimport { y } from "pi-extension-core/fs";',
    ],
  ])("allow in %s: %s", (path, text) => {
    expect(imports(path, text)).toBe(0);
  });
});

describe("file rules", () => {
  it.each([
    ["packages/core/src/fs/a.ts", "x;\n".repeat(401)],
    ["packages/pi-sych/src/index.ts", "x;\n".repeat(41)],
    ["packages/core/src/fs/utils.ts", ""],
    ["packages/core/src/fs/a.ts", "/** Plans. Pure. */\nconst now = Date.now();"],
    ["packages/core/src/fs/a.ts", "if (e instanceof CodedError) x();"],
    ["packages/core/test/unit/a.test.ts", ["it.", "only", '("x", f);'].join("")],
    ["README.md", ["see /", "work", "/main/x"].join("")],
  ])("refuse %s: %s", (path, text) => {
    expect(file(path, text)).toBe(1);
  });

  it.each([
    ["packages/pi-multix/src/multix/tables/image.ts", "x;\n".repeat(900)],
    ["packages/core/src/fs/a.ts", "/** Reads. */\nconst now = Date.now();"],
    ["docs/a.md", "see packages/network/x and https://example.com/workflow/"],
  ])("allow %s: %s", (path, text) => {
    expect(file(path, text)).toBe(0);
  });
});
