import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const out = mkdtempSync(path.join(tmpdir(), "pack-"));
const packages = ["pi-extension-core", "pi-roblox", "pi-multix", "pi-sych"];

const tarball = (name: string): string => path.join(out, `${name}-0.1.0.tgz`);
const run = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [script, ...args], { cwd: root, encoding: "utf8" });
const filesOf = (name: string): string[] =>
  execFileSync("tar", ["-tzf", tarball(name)], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((file) => file.replace(/^package\//, ""));
const manifestOf = (name: string): Record<string, unknown> =>
  JSON.parse(execFileSync("tar", ["-xzOf", tarball(name), "package/package.json"], { encoding: "utf8" }));

beforeAll(() => {
  const packed = run("scripts/pack.mjs", "--out", out);
  if (packed.status !== 0 || packed.stderr !== "") throw new Error(`pack failed: ${packed.stderr}`);
});
afterAll(() => rmSync(out, { recursive: true }));

describe("what npm would receive", () => {
  it.each(packages)("%s has its documents and licences, and no sources or tests", (name) => {
    const files = filesOf(name);
    expect(files).toEqual(
      expect.arrayContaining(["package.json", "README.md", "LICENSE", "CHANGELOG.md", "THIRD-PARTY-NOTICES.md"]),
    );
    expect(files.filter((file) => /^(src|test|node_modules)\/|\.tgz$|metafile/.test(file))).toEqual([]);
  });

  it.each(packages)("%s names exact versions only, and nothing of this workspace", (name) => {
    const { dependencies = {}, ...manifest } = manifestOf(name) as { dependencies?: Record<string, string> };
    expect(JSON.stringify(manifest)).not.toMatch(/workspace:\*?"|"source"/);
    expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    expect(Object.keys(dependencies)).toEqual(name === "pi-extension-core" ? [] : ["pi-extension-core"]);
  });

  it("has a core that other TypeScript projects can import", () => {
    const attw = run(
      "node_modules/@arethetypeswrong/cli/dist/index.js",
      tarball("pi-extension-core"),
      "--profile",
      "esm-only",
      "--format",
      "ascii",
    );
    expect(attw.stdout + attw.stderr).toContain("No problems found");
    const publint = run("node_modules/publint/src/cli.js", tarball("pi-extension-core"), "--strict");
    expect(publint.stdout + publint.stderr).not.toMatch(/^(Errors|Warnings):/m);
    expect(publint.status).toBe(0);
  });
});
