import { symlink } from "node:fs/promises";
import path from "node:path";
import { createWorkspace, outsideProgram, ripgrepVersion, type Workspace, type WorkspaceFile } from "testkit";
import { afterEach, describe, expect, it } from "vitest";
import { locateRipgrep, ripgrepEnvironment } from "../../../../src/backends/text-search/ripgrep/locate-ripgrep.ts";
import { type SearchScope, searchText } from "../../../../src/backends/text-search/search-text.ts";

const program = outsideProgram("ripgrep", ripgrepVersion);
const { platform } = process;
const source = { PATH: process.env["PATH"], Path: process.env["Path"], PATHEXT: process.env["PATHEXT"] };

let workspaces: Workspace[] = [];
afterEach(async () => {
  await Promise.all(workspaces.map((workspace) => workspace.cleanup()));
  workspaces = [];
});

async function project(files: Readonly<Record<string, WorkspaceFile>>): Promise<Workspace> {
  const workspace = await createWorkspace({ files, awkwardPath: true });
  workspaces.push(workspace);
  return workspace;
}

const literal = (text: string, limit = 100) => ({ text, isRegex: false, isCaseSensitive: true, limit });
const regex = (text: string, limit = 100) => ({ text, isRegex: true, isCaseSensitive: true, limit });

const engines: readonly {
  readonly engine: string;
  readonly ripgrep: (root: string) => SearchScope["ripgrep"];
  readonly isMissing: boolean;
}[] = [
  { engine: "the scan", ripgrep: () => undefined, isMissing: false },
  {
    engine: "ripgrep [needs ripgrep 15.1.0]",
    ripgrep: (root) => ({
      program: program ?? "",
      env: ripgrepEnvironment({ source, platform, projectRoot: root, piBinFolder: undefined }),
    }),
    isMissing: program === undefined,
  },
];

for (const { engine, ripgrep, isMissing } of engines) {
  describe.skipIf(isMissing)(`by ${engine}`, () => {
    it("finds lines in the order of files and lines, and counts what is over the limit", async () => {
      const { root } = await project({
        "b.luau": "x\nneedle 1\r\nneedle 2\n",
        "a/z.luau": "needle 3",
        "a.luau": "  needle 4",
      });
      const result = await searchText(literal("needle", 3), { root, ripgrep: ripgrep(root) });
      expect(result.matches.map(({ file, line, column, text }) => [file, line, column, text])).toEqual([
        ["a.luau", 1, 3, "  needle 4"],
        ["a/z.luau", 1, 1, "needle 3"],
        ["b.luau", 2, 1, "needle 1"],
      ]);
      expect(result).toMatchObject({ matchedLines: 4, matchedFiles: 3, searchedFiles: 3, isTruncated: true });
    });

    it("respects ignore files without a repository, and nothing outside the project", async () => {
      const workspace = await project({
        "p/.gitignore": "out/\n*.gen.luau\n",
        "p/out/a.luau": "needle",
        "p/a.gen.luau": "needle",
        "p/sub/.ignore": "!b.gen.luau",
        "p/sub/b.gen.luau": "needle",
        "p/kept.luau": "needle",
        ".gitignore": "kept.luau",
        ".rgignore": "kept.luau",
      });
      const root = workspace.path("p");
      const result = await searchText(literal("needle"), { root, ripgrep: ripgrep(root) });
      expect(result.matches.map(({ file }) => file)).toEqual(["kept.luau", "sub/b.gen.luau"]);
    });

    it("never searches dot names but the configuration of Luau, nor what the caller excludes", async () => {
      const { root } = await project({
        ".gitignore": "!.pi\n!.hidden\n!Packages",
        ".git/config": "needle",
        ".pi/roblox/audit/x.jsonl": "needle",
        ".hidden": "needle",
        ".luaurc": "needle",
        "sub/.config.luau": "needle",
        "Packages/a.luau": "needle",
        "evidence/x{1}.log": "needle",
      });
      const scope = { root, ripgrep: ripgrep(root), excludedPatterns: ["Packages/"], excludedPaths: ["evidence"] };
      const result = await searchText(literal("needle"), scope);
      expect(result.matches.map(({ file }) => file)).toEqual([".luaurc", "sub/.config.luau"]);
    });

    it("keeps what an excluded pattern takes back", async () => {
      const { root } = await project({ "a.gen.luau": "needle", "keep.gen.luau": "needle" });
      const scope = { root, ripgrep: ripgrep(root), excludedPatterns: ["*.gen.luau", "!keep.gen.luau"] };
      const result = await searchText(literal("needle"), scope);
      expect(result.matches.map(({ file }) => file)).toEqual(["keep.gen.luau"]);
    });

    it("counts large files, and finds nothing in binary ones", async () => {
      const { root } = await project({
        "large.json": `needle${" ".repeat(200)}`,
        "binary.rbxm": "needle\0",
        "a.luau": "needle",
      });
      const result = await searchText(literal("needle"), { root, ripgrep: ripgrep(root), maxFileBytes: 100 });
      expect(result).toMatchObject({
        matchedFiles: 1,
        searchedFiles: 2,
        largeFiles: 1,
        unreadableFiles: 0,
      });
    });

    it.skipIf(platform === "win32")("does not follow links", async () => {
      const workspace = await project({ "p/a.luau": "x", "outside/secret.luau": "needle" });
      const root = workspace.path("p");
      await symlink(workspace.path("outside"), path.join(root, "folder"));
      await symlink(workspace.path("outside/secret.luau"), path.join(root, "file.luau"));
      const result = await searchText(literal("needle"), { root, ripgrep: ripgrep(root) });
      expect(result).toMatchObject({ matchedLines: 0, searchedFiles: 1 });
    });

    it("shows lines of any length and encoding", async () => {
      const { root } = await project({
        "bom.luau": "\uFEFFneedle",
        "latin1.luau": Buffer.from([0x6e, 0x65, 0x65, 0x64, 0x6c, 0x65, 0xe9]),
        "long.luau": `${"é".repeat(50_000)}needle${"x".repeat(50_000)}`,
        "utf16.luau": Buffer.from("\uFEFFéneedle", "utf16le"),
      });
      const result = await searchText(regex("needle"), { root, ripgrep: ripgrep(root) });
      expect(result.matches.map(({ file, column }) => [file, column])).toEqual([
        ["bom.luau", 1],
        ["latin1.luau", 1],
        ["long.luau", 50_001],
        ["utf16.luau", 2],
      ]);
      expect(result.matches[1]?.text).toBe("needle\uFFFD");
      expect(result.matches[2]?.text.length).toBeLessThan(400);
    });

    it("gives nothing for a project without files", async () => {
      const { root } = await project({});
      const result = await searchText(literal("needle"), { root, ripgrep: ripgrep(root) });
      expect(result).toMatchObject({ matches: [], matchedLines: 0, searchedFiles: 0, isTruncated: false });
    });

    it("reports how far it is", async () => {
      const { root } = await project({ "a.luau": "needle", "b.luau": "" });
      const seen: number[] = [];
      const onProgress = ({ matchedFiles }: { readonly matchedFiles: number }) => seen.push(matchedFiles);
      await searchText(literal("needle"), { root, ripgrep: ripgrep(root), onProgress });
      expect(seen.at(-1)).toBe(1);
    });

    it("ends with the signal's reason", async () => {
      const { root } = await project({ "a.luau": `${"a".repeat(40)}b` });
      const stop = new AbortController();
      const search = searchText(regex("a"), { root, ripgrep: ripgrep(root), signal: stop.signal });
      stop.abort();
      await expect(search).rejects.toMatchObject({ name: "AbortError" });
    });
  });
}

it("ends a pattern that does not end on its own", async () => {
  const { root } = await project({ "a.luau": "fine", "b.luau": `${"a".repeat(60)}c` });
  const search = searchText(regex("(a+)+b"), { root, ripgrep: undefined });
  await expect(search).rejects.toMatchObject({ code: "PATTERN_TOO_SLOW", data: { file: "b.luau" } });
});

it("refuses a project with more files than allowed where there is no ripgrep", async () => {
  const { root } = await project({ a: "", b: "", c: "" });
  const search = searchText(literal("x"), { root, ripgrep: undefined, maxFiles: 2 });
  await expect(search).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
});

it.skipIf(platform === "win32")("scans by itself when ripgrep does not know an option", async () => {
  const workspace = await project({
    "p/a.luau": "needle",
    rg: { content: "#!/bin/sh\necho 'rg: unrecognized flag --no-require-git' >&2\nexit 2\n", mode: 0o755 },
  });
  const root = workspace.path("p");
  const result = await searchText(literal("needle"), { root, ripgrep: { program: workspace.path("rg"), env: {} } });
  expect(result).toMatchObject({
    engine: "scan",
    matchedLines: 1,
    engineNote: expect.stringContaining("unrecognized"),
  });
});

it.skipIf(program === undefined)("is not configured by the environment [needs ripgrep 15.1.0]", async () => {
  const workspace = await project({ rc: "--files-with-matches\n--glob=!a.luau", "p/a.luau": "needle" });
  const root = workspace.path("p");
  const env = ripgrepEnvironment({
    source: { ...source, RIPGREP_CONFIG_PATH: workspace.path("rc") },
    platform,
    projectRoot: root,
    piBinFolder: undefined,
  });
  expect(env).not.toHaveProperty("RIPGREP_CONFIG_PATH");
  const result = await searchText(literal("needle"), { root, ripgrep: { program: program ?? "", env } });
  expect(result).toMatchObject({ engine: "ripgrep", matchedLines: 1 });
});

it.skipIf(platform === "win32")("takes Pi's ripgrep first, then the user's, and never one of the project", async () => {
  const fake = { content: "#!/bin/sh\n", mode: 0o755 };
  const workspace = await project({ "pi/bin/rg": fake, "user/rg": fake, "p/bin/rg": fake });
  const query = {
    platform,
    projectRoot: workspace.path("p"),
    source: { PATH: `${workspace.path("p/bin")}:bin:${workspace.path("user")}` },
  };
  expect(locateRipgrep({ ...query, piBinFolder: workspace.path("pi/bin") }).path).toBe(workspace.path("pi/bin/rg"));
  expect(locateRipgrep({ ...query, piBinFolder: workspace.path("none") }).path).toBe(workspace.path("user/rg"));
  const inside = { ...query, source: { PATH: workspace.path("p/bin") }, piBinFolder: workspace.path("p/bin") };
  expect(locateRipgrep(inside)).toMatchObject({
    path: undefined,
    ignored: [{ reason: "inside-project" }, { reason: "inside-project" }],
  });
});
