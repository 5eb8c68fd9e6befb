import { describe, expect, it } from "vitest";
import { type ConflictKind, findConflicts } from "../../../../src/ownership/conflicts/find-conflicts.ts";
import { instance, linux, mapOf } from "../../../fixtures/ownership/resolve/evidence.ts";

const options = { studioOwnedRoots: [], naming: linux, showFile: (file: string) => file };

const kinds = (conflicts: readonly { kind: ConflictKind; subject: string }[]) =>
  conflicts.map(({ kind, subject }) => `${kind} ${subject}`);

describe("findConflicts", () => {
  it("finds none in a project whose maps agree", () => {
    const instances = [instance("A"), instance("A.B", { sourceFile: "/p/b.luau" })];
    expect(findConflicts([mapOf("project", instances), mapOf("sourcemap", instances)], options)).toEqual([]);
  });

  it("names twins, but not what is below them", () => {
    const map = mapOf("project", [
      instance("A.B", { sourceFile: "/p/b.luau" }),
      instance("A.B", { sourceFile: "/p/B/init.luau" }),
      instance("A.B.C"),
      instance("A.B.C"),
    ]);
    expect(kinds(findConflicts([map], options))).toEqual(["duplicate-name A.B"]);
  });

  it("names a file that makes several instances", () => {
    const sourceFile = "/p/shared.luau";
    const map = mapOf("project", [instance("A.S", { sourceFile }), instance("B.S", { sourceFile })]);
    expect(kinds(findConflicts([map], options))).toEqual(["file-mounted-twice /p/shared.luau"]);
  });

  it("names a Studio root that the project maps", () => {
    const map = mapOf("project", [instance("Workspace")]);
    const studioOwnedRoots = [["Workspace"], ["Workspace", "Map"]];
    expect(kinds(findConflicts([map], { ...options, studioOwnedRoots }))).toEqual(["studio-root-mapped Workspace"]);
  });

  it("names what fresh maps differ in, and leaves stale ones alone", () => {
    const left = mapOf("project", [instance("A"), instance("B")]);
    const other = [instance("A", { className: "Script" })];
    expect(kinds(findConflicts([left, mapOf("sourcemap", other)], options))).toEqual([
      "maps-differ A",
      "maps-differ B",
    ]);
    expect(findConflicts([left, mapOf("sourcemap", other, { staleBecause: "old" })], options)).toEqual([]);
  });
});
