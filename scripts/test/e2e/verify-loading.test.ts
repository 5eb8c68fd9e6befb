import { spawnSync } from "node:child_process";
import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createWorkspace } from "testkit";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const verify = (...paths: string[]) =>
  spawnSync(process.execPath, ["scripts/verify-loading.mjs", ...paths], { cwd: root, encoding: "utf8" });

describe("verify-loading", () => {
  it("accepts every extension as packed and installed, alone and together", { timeout: 300_000 }, () => {
    const run = verify();
    expect(run.stdout.split("\n").filter((line) => line.startsWith("FAIL"))).toEqual([]);
    expect(run.stdout).toContain("all together");
    expect(run.status).toBe(0);
  });

  it("refuses a copy that registers one more tool, and one that keeps running", async () => {
    await using workspace = await createWorkspace();
    const copy = workspace.path("pi-roblox");
    await cp(path.join(root, "packages/pi-roblox"), copy, {
      recursive: true,
      filter: (file) => !file.includes("node_modules"),
    });
    const entry = path.join(copy, "dist/index.js");
    const original = await readFile(entry, "utf8");
    const tool = '{ name: "extra", description: "d", parameters: { type: "object" }, execute() {} }';
    await writeFile(entry, `export default (pi) => { pi.registerTool(${tool}); };`);
    const extra = verify(copy);
    expect(extra.status).toBe(1);
    expect(extra.stdout).toMatch(/FAIL .*registers exactly its surface/);
    await writeFile(entry, `throw new Error("broken");\n${original}`);
    expect(verify(copy).stdout).toMatch(/FAIL .*loads three times/);
  });
});
