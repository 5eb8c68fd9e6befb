import { describe, expect, it } from "vitest";
import type { MapKind } from "../../../../src/datamodel/instance-map.ts";
import { parseInstancePath } from "../../../../src/datamodel/instance-path-text.ts";
import type { Ownership } from "../../../../src/ownership/resolve/ownership.ts";
import { resolveOwnership } from "../../../../src/ownership/resolve/resolve-ownership.ts";
import {
  type EvidenceOptions,
  evidenceOf,
  instance,
  mapOf,
  NOW_MS,
} from "../../../fixtures/ownership/resolve/evidence.ts";

const resolve = (path: string, options: EvidenceOptions): Ownership =>
  resolveOwnership({ kind: "instance", path: parseInstancePath(path) }, evidenceOf(options));

const service = instance("ServerScriptService", { deletesUnknownChildren: false });
const source = instance("ServerScriptService.Code", { folder: "/p/src", deletesUnknownChildren: true });
const main = instance("ServerScriptService.Code.Main", { sourceFile: "/p/src/Main.luau" });
const tree = [service, source, main];
const workspace = instance("Workspace", { deletesUnknownChildren: false });

describe("an instance that a map has", () => {
  it.each<MapKind>(["project", "sourcemap", "live-tree"])(
    "is Rojo's by the %s alone, and names its file where that is known",
    (kind) => {
      const found = resolve("ServerScriptService.Code.Main", { maps: [mapOf(kind, tree)] });
      expect(found).toMatchObject({ owner: "rojo-owned", files: ["/p/src/Main.luau"], disagreement: undefined });
      expect(found.reason).toContain("src/Main.luau");
    },
  );

  it("is Rojo's although a Studio root is configured above it", () => {
    const found = resolve("ServerScriptService.Code.Main", {
      maps: [mapOf("project", tree)],
      studioRoots: ["ServerScriptService"],
    });
    expect(found.owner).toBe("rojo-owned");
  });

  it("is Rojo's by a stale map, whose age and fault are told", () => {
    const map = mapOf("sourcemap", tree, { staleBecause: "rojo failed", observedAtMs: NOW_MS - 5000 });
    const found = resolve("ServerScriptService.Code.Main", { maps: [map] });
    expect(found).toMatchObject({
      owner: "rojo-owned",
      evidence: [{ map: "sourcemap", answer: "mapped", ageMs: 5000, staleBecause: "rojo failed" }],
    });
    expect(found.reason).toContain("rojo failed");
  });

  it("is Rojo's when a newer map has lost it below something mapped, and the contradiction is named", () => {
    const maps = [mapOf("project", [service, source]), mapOf("sourcemap", tree)];
    const found = resolve("ServerScriptService.Code.Main", { maps });
    expect(found.owner).toBe("rojo-owned");
    expect(found.disagreement).toMatch(/sourcemap.*project/);
  });

  it("is unresolved when a fresh map has nothing there or above", () => {
    const found = resolve("Workspace.Lobby", {
      maps: [mapOf("project", tree), mapOf("sourcemap", [workspace, instance("Workspace.Lobby")])],
    });
    expect(found).toMatchObject({ owner: "ownership-unresolved", instances: [{ path: ["Workspace", "Lobby"] }] });
    expect(found.disagreement).toBeDefined();
  });

  it("lists both files, and the contradiction, when maps name different ones", () => {
    const other = instance("ServerScriptService.Code.Main", { sourceFile: "/p/src/Main/init.luau" });
    const found = resolve("ServerScriptService.Code.Main", {
      maps: [mapOf("project", tree), mapOf("sourcemap", [service, source, other])],
    });
    expect(found).toMatchObject({ owner: "rojo-owned", files: ["/p/src/Main.luau", "/p/src/Main/init.luau"] });
    expect(found.disagreement).toContain("init.luau");
  });

  it("is no contradiction where a map does not show everything", () => {
    const model = instance("Workspace.Model", { sourceFile: "/p/a.model.json" });
    const opaque = mapOf("project", [workspace, { ...model, isOpaque: true }]);
    const full = mapOf("sourcemap", [workspace, model, instance("Workspace.Model.Part")]);
    expect(resolve("Workspace.Model.Part", { maps: [opaque, full] })).toMatchObject({
      owner: "rojo-owned",
      disagreement: undefined,
    });

    const scripts = mapOf("sourcemap", [workspace]);
    const found = resolve("Workspace.Folder", {
      maps: [mapOf("project", [workspace, instance("Workspace.Folder")]), scripts],
      includeNonScripts: false,
    });
    expect(found).toMatchObject({ owner: "rojo-owned", disagreement: undefined });
  });

  it("tells classes apart between the live tree and maps with files", () => {
    const live = mapOf("live-tree", [
      service,
      source,
      instance("ServerScriptService.Code.Main", { className: "Script" }),
    ]);
    const found = resolve("ServerScriptService.Code.Main", { maps: [live, mapOf("project", tree)] });
    expect(found.disagreement).toContain("Script");
    expect(found.instances).toHaveLength(1);
  });

  it("lists the candidates when siblings share its name", () => {
    const twin = instance("ServerScriptService.Code.Main", { sourceFile: "/p/src/Main/init.luau" });
    const maps = [mapOf("project", [...tree, twin]), mapOf("sourcemap", [...tree, twin])];
    const found = resolve("ServerScriptService.Code.Main", { maps });
    expect(found.instances).toHaveLength(2);
    expect(found).toMatchObject({ files: ["/p/src/Main.luau", "/p/src/Main/init.luau"], disagreement: undefined });
  });

  it("keeps twins that look the same apart", () => {
    const twins = [instance("Workspace.F"), instance("Workspace.F")];
    expect(
      resolve("Workspace.F", { maps: [mapOf("project", twins), mapOf("sourcemap", twins)] }).instances,
    ).toHaveLength(2);
  });

  it("takes from the live tree whether Rojo deletes there", () => {
    const maps = [
      mapOf("sourcemap", [instance("ServerScriptService.Code", { className: "Folder" })]),
      mapOf("live-tree", [instance("ServerScriptService.Code", { deletesUnknownChildren: true })]),
    ];
    expect(resolve("ServerScriptService.Code", { maps }).deletesUnknown).toBe(true);
  });

  it("says that a project node has no source file", () => {
    const found = resolve("ServerScriptService", { maps: [mapOf("project", tree)] });
    expect(found).toMatchObject({ owner: "rojo-owned", files: [] });
  });

  it("says that its file is not on disk now", () => {
    const facts = { "/p/src/Main.luau": { exists: false, isSymlink: false, kind: "file" as const } };
    expect(resolve("ServerScriptService.Code.Main", { maps: [mapOf("project", tree)], facts }).reason).toContain(
      "not on disk",
    );
  });

  it.each([
    ["outside-workspace", "/lib/A.luau", {}],
    ["generated-output", "/p/gen/A.luau", { generated: ["gen/"] }],
    ["external-package", "/p/Packages/A.luau", { dependencies: ["Packages/"] }],
    ["binary-asset", "/p/src/A.rbxm", {}],
    ["protected", "/p/.pi/roblox/A.luau", {}],
    [
      "symbolic-link",
      "/p/src/A.luau",
      { facts: { "/p/src/A.luau": { exists: true, isSymlink: true, kind: "file" as const } } },
    ],
  ])("is %s when its file %s is that", (owner, sourceFile, options) => {
    const found = resolve("Workspace.A", {
      maps: [mapOf("project", [instance("Workspace.A", { sourceFile })])],
      ...options,
    });
    expect(found).toMatchObject({ owner, files: [sourceFile] });
  });

  it("is a binary asset inside of a model file, and Rojo's inside of a model that is text", () => {
    const inside = (file: string) =>
      resolve("Workspace.Model.Part", {
        maps: [
          mapOf("sourcemap", [
            workspace,
            instance("Workspace.Model", { sourceFile: file }),
            instance("Workspace.Model.Part"),
          ]),
        ],
      });
    expect(inside("/p/a.rbxm")).toMatchObject({ owner: "binary-asset", files: ["/p/a.rbxm"] });
    expect(inside("/p/a.rbxmx").owner).toBe("binary-asset");
    expect(inside("/p/a.model.json")).toMatchObject({ owner: "rojo-owned", files: ["/p/a.model.json"] });
  });
});

describe("an instance below something that Rojo manages", () => {
  it.each([
    [true, "deletes"],
    [false, "leaves"],
    [undefined, "no map says"],
  ])("is ambiguous, and the reason says what Rojo does with it when deleting is %s", (deletesUnknownChildren, word) => {
    const maps = [mapOf("project", [service, instance("ServerScriptService.Code", { deletesUnknownChildren })])];
    const found = resolve("ServerScriptService.Code.New.Deep", { maps });
    expect(found).toMatchObject({ owner: "ambiguous-rojo-scope", deletesUnknown: deletesUnknownChildren });
    expect(found.reason).toContain(word);
    expect(found.reason).toContain("ServerScriptService.Code");
  });

  it("may be deleted when one of several places with that name is one that Rojo deletes from", () => {
    const twins = [instance("A", { deletesUnknownChildren: false }), instance("A", { deletesUnknownChildren: true })];
    expect(resolve("A.B", { maps: [mapOf("project", twins)] }).deletesUnknown).toBe(true);
  });

  it("takes what another map says of the same place where the sourcemap cannot know", () => {
    const maps = [
      mapOf("sourcemap", [instance("A.B")]),
      mapOf("live-tree", [instance("A.B", { deletesUnknownChildren: true })]),
    ];
    expect(resolve("A.B.C", { maps }).deletesUnknown).toBe(true);
  });

  it("is not said to stay because of a place further up", () => {
    const maps = [
      mapOf("sourcemap", [instance("A"), instance("A.B")]),
      mapOf("live-tree", [instance("A", { deletesUnknownChildren: false })]),
    ];
    expect(resolve("A.B.C", { maps }).deletesUnknown).toBeUndefined();
  });

  it.each([
    ["nearer than Rojo", "Workspace.Map", "studio-owned"],
    ["the target itself", "Workspace.Map.House", "studio-owned"],
    ["as near as Rojo", "Workspace", "ambiguous-rojo-scope"],
    ["elsewhere", "Workspace.Map2", "ambiguous-rojo-scope"],
    ["below the target", "Workspace.Map.House.Door", "ambiguous-rojo-scope"],
  ])("with a Studio root %s is decided by what is nearer", (_title, root, owner) => {
    expect(resolve("Workspace.Map.House", { maps: [mapOf("project", [workspace])], studioRoots: [root] }).owner).toBe(
      owner,
    );
  });

  it("is ambiguous when one map sees Rojo nearer than the Studio root, and another does not", () => {
    const maps = [
      mapOf("project", [workspace]),
      mapOf("sourcemap", [workspace, instance("Workspace.Map")], { staleBecause: "old" }),
    ];
    expect(resolve("Workspace.Map.House", { maps, studioRoots: ["Workspace.Map"] }).owner).toBe("ambiguous-rojo-scope");
  });

  it("is a binary asset where a model file may hold it", () => {
    const model = instance("Workspace.Model", { sourceFile: "/p/a.rbxm", isOpaque: true });
    expect(resolve("Workspace.Model.Part", { maps: [mapOf("project", [workspace, model])] })).toMatchObject({
      owner: "binary-asset",
      files: ["/p/a.rbxm"],
    });
  });

  it("is ambiguous where a text model that no map reads may hold it", () => {
    const model = instance("Workspace.Model", { sourceFile: "/p/a.model.json", isOpaque: true });
    expect(resolve("Workspace.Model.Part", { maps: [mapOf("project", [workspace, model])] })).toMatchObject({
      owner: "ambiguous-rojo-scope",
      files: ["/p/a.model.json"],
    });
  });

  it("is ambiguous right below a place whose unknown children Rojo deletes", () => {
    const root = instance([], { className: "DataModel", deletesUnknownChildren: true });
    expect(resolve("Lighting", { maps: [mapOf("project", [root])] })).toMatchObject({
      owner: "ambiguous-rojo-scope",
      deletesUnknown: true,
    });
  });
});

describe("an instance that no map has, nor anything above it", () => {
  it("is Studio's when a map is fresh and shows everything", () => {
    for (const kind of ["project", "sourcemap", "live-tree"] as const)
      expect(resolve("Lighting.Sky", { maps: [mapOf(kind, tree)] }).owner).toBe("studio-owned");
  });

  it.each([
    ["there is no map", {}],
    ["the only map is stale", { maps: [mapOf("sourcemap", tree, { staleBecause: "null" })] }],
    [
      "all maps are stale",
      { maps: [mapOf("sourcemap", tree, { staleBecause: "x" }), mapOf("live-tree", tree, { staleBecause: "y" })] },
    ],
    ["the only map shows scripts alone", { maps: [mapOf("sourcemap", tree)], includeNonScripts: false }],
    [
      "the only map is stale, in a Studio root",
      { maps: [mapOf("sourcemap", tree, { staleBecause: "x" })], studioRoots: ["Lighting"] },
    ],
  ])("is unresolved when %s, with the reason", (_title, options) => {
    expect(resolve("Lighting.Sky", options)).toMatchObject({ owner: "ownership-unresolved" });
  });

  it("is Studio's by a fresh map beside a stale one that has nothing there either", () => {
    const maps = [mapOf("project", tree), mapOf("sourcemap", tree, { staleBecause: "torn" })];
    expect(resolve("Lighting.Sky", { maps }).owner).toBe("studio-owned");
  });

  it("is Studio's when there is no Rojo project", () => {
    expect(resolve("ServerScriptService.Main", { hasRojoProject: false }).owner).toBe("studio-owned");
  });
});

describe("an instance that Script Sync holds", () => {
  const synced = { status: "synced-as-descendant", file: "/p/sync/A.luau" } as const;

  it("is Script Sync's where Rojo has nothing, or leaves what it does not know", () => {
    const maps = [mapOf("project", tree)];
    expect(resolve("Lighting.A", { maps, scriptSync: synced })).toMatchObject({
      owner: "script-sync-owned",
      files: ["/p/sync/A.luau"],
    });
    expect(resolve("ServerScriptService.A", { maps, scriptSync: synced }).owner).toBe("script-sync-owned");
  });

  it.each(["ServerScriptService.Code.Main", "ServerScriptService.Code.Other"])(
    "is unresolved, and the conflict named, where Rojo claims %s",
    (path) => {
      const found = resolve(path, { maps: [mapOf("project", tree)], scriptSync: synced });
      expect(found.owner).toBe("ownership-unresolved");
      expect(found.disagreement).toContain("Script Sync");
    },
  );

  it("is unresolved where it is not known what Rojo has", () => {
    expect(resolve("Lighting.A", { scriptSync: synced }).owner).toBe("ownership-unresolved");
  });

  it("is unresolved where Script Sync reports an error, and as without it where it says that it is not synced", () => {
    const maps = [mapOf("project", tree)];
    expect(resolve("Lighting.A", { maps, scriptSync: { status: "ancestor-errored" } }).owner).toBe(
      "ownership-unresolved",
    );
    expect(resolve("Lighting.A", { maps, scriptSync: { status: "not-synced" } }).owner).toBe("studio-owned");
  });
});
