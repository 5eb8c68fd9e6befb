import { describe, expect, it } from "vitest";
import type { FileNaming } from "../../../../src/datamodel/file-key.ts";
import { FactOverlay } from "../../../../src/ownership/mapper/fact-overlay.ts";
import { type FileJudgement, judgeFile } from "../../../../src/ownership/mapper/judge-file.ts";
import { RustPath } from "../../../../src/ownership/mapper/rust-path.ts";
import { linux, mapMemory, memoryDisk, windows } from "../../../fixtures/ownership/mapper/memory-disk.ts";
import { project } from "../../../fixtures/ownership/mapper/small-project.ts";

const files = {
  "default.project.json": project(
    {
      $className: "Folder",
      A: { $path: "src" },
      Lone: { $path: "one.luau" },
      Later: { $className: "Folder", $path: "later" },
    },
    {
      globIgnorePaths: ["**/*.spec.luau", "src/skipped"],
      syncRules: [{ pattern: "*.tmp.luau", use: "ignore" }],
    },
  ),
  "src/F/init.luau": "",
  "src/Pkg/default.project.json": { tree: { $path: "lib" } },
  "src/Pkg/lib/x.luau": "",
  "one.luau": "",
};

function judge(file: string, text?: string, naming: FileNaming = linux): FileJudgement {
  const disk = memoryDisk(files, naming);
  const extra = { file: disk.path(file), text };
  const facts = new FactOverlay(disk.facts, extra, new RustPath(naming.platform));
  return judgeFile(mapMemory(disk, { naming, facts }).result, extra.file, naming);
}

describe("a file that does not exist yet", () => {
  it("would be an instance", () => {
    expect(judge("src/new.server.luau")).toMatchObject({
      kind: "instance",
      role: "source",
      instances: [{ path: ["Small", "A", "new"], className: "Script", sourceFile: "/game/src/new.server.luau" }],
    });
  });

  it("would be an instance in folders that do not exist either", () => {
    expect(judge("src/x/y/z.luau")).toMatchObject({ instances: [{ path: ["Small", "A", "x", "y", "z"] }] });
    expect(judge("later/z.luau")).toMatchObject({ instances: [{ path: ["Small", "Later", "z"] }] });
  });

  it("would say something about an instance", () => {
    expect(judge("src/F/init.meta.json")).toMatchObject({ role: "meta", instances: [{ path: ["Small", "A", "F"] }] });
    expect(judge("one.meta.json")).toMatchObject({ role: "meta", instances: [{ path: ["Small", "Lone"] }] });
  });

  it("would change what a folder is", () => {
    expect(judge("src/new/init.client.luau")).toMatchObject({ instances: [{ className: "LocalScript" }] });
    expect(judge("src/F/init.lua")).toMatchObject({ role: "unused", instances: [{ path: ["Small", "A", "F"] }] });
  });

  it("says more when its text is known", () => {
    expect(judge("src/m.model.json")).toMatchObject({ instances: [{ className: "Instance", isOpaque: true }] });
    expect(judge("src/m.model.json", '{"className":"Part"}')).toMatchObject({
      instances: [{ className: "Part", isOpaque: false }],
    });
  });

  it("would be ignored by a glob, itself or with its folder", () => {
    const projectFile = "/game/default.project.json";
    expect(judge("src/a.spec.luau")).toEqual({
      kind: "ignored",
      by: "**/*.spec.luau",
      rule: "glob",
      projectFile,
      what: "/game/src/a.spec.luau",
    });
    expect(judge("src/skipped/deep/a.luau")).toMatchObject({ by: "src/skipped", what: "/game/src/skipped" });
  });

  it("would be ignored by a sync rule", () => {
    expect(judge("src/a.tmp.luau")).toMatchObject({ kind: "ignored", by: "*.tmp.luau", rule: "sync-rule" });
  });

  it("would be a file that Rojo does not take", () => {
    expect(judge("src/readme.md")).toEqual({ kind: "no-rule" });
    expect(judge("src/nobody.meta.json")).toEqual({ kind: "no-rule" });
  });

  it("would lie beside what a nested project shows of its folder", () => {
    expect(judge("src/Pkg/y.luau")).toEqual({ kind: "shadowed", projectFile: "/game/src/Pkg/default.project.json" });
    expect(judge("src/Pkg/lib/y.luau")).toMatchObject({ instances: [{ path: ["Small", "A", "Pkg", "y"] }] });
  });

  it("would lie outside of everything", () => {
    expect(judge("elsewhere/y.luau")).toEqual({ kind: "unmapped" });
    expect(judge("two.luau")).toEqual({ kind: "unmapped" });
  });

  it("is judged on Windows alike, and globs see its spelling", () => {
    expect(judge("src/New.server.luau", undefined, windows)).toMatchObject({
      instances: [{ path: ["Small", "A", "New"] }],
    });
    expect(judge("src/x/A.spec.luau", undefined, windows)).toMatchObject({ kind: "ignored", by: "**/*.spec.luau" });
    expect(judge("src/x/A.Spec.luau", undefined, windows)).toMatchObject({ kind: "instance" });
  });
});

it("is not known for a project that cannot be read", () => {
  const disk = memoryDisk({ "default.project.json": "{" });
  expect(judgeFile(mapMemory(disk).result, disk.path("src/a.luau"), linux)).toMatchObject({ kind: "unknown" });
});
