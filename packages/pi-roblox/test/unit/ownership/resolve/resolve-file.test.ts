import { describe, expect, it } from "vitest";
import type { Ownership } from "../../../../src/ownership/resolve/ownership.ts";
import { resolveOwnership } from "../../../../src/ownership/resolve/resolve-ownership.ts";
import {
  type EvidenceOptions,
  evidenceOf,
  instance,
  mapOf,
  windows,
} from "../../../fixtures/ownership/resolve/evidence.ts";

const resolve = (file: string, options: EvidenceOptions = {}): Ownership =>
  resolveOwnership({ kind: "file", file }, evidenceOf(options));

const absent = { exists: false, isSymlink: false, kind: "file" } as const;
const folderThere = { exists: true, isSymlink: false, kind: "folder" } as const;
const tree = [
  instance("ServerScriptService"),
  instance("ServerScriptService.Code", { folder: "/p/src", files: ["/p/src/init.meta.json"] }),
  instance("ServerScriptService.Code.Main", {
    sourceFile: "/p/src/Main.luau",
    files: ["/p/src/Main.luau", "/p/src/Main.meta.json"],
  }),
  instance("ServerScriptService.Code.Both", {
    sourceFile: "/p/src/Both/init.luau",
    files: ["/p/src/Both/init.lua", "/p/src/Both/init.luau"],
  }),
];
const maps = [
  mapOf("project", tree),
  mapOf("sourcemap", tree),
  mapOf(
    "live-tree",
    tree.map((one) => ({ ...one, files: [], sourceFile: undefined })),
  ),
];

describe("a file that a map has", () => {
  it.each([
    ["/p/src/Main.luau", "Main.luau"],
    ["src/Main.luau", "Main.luau"],
    ["src/../src/Main.luau", "Main.luau"],
    ["src/Main.meta.json", "Main.meta.json"],
    ["src/Both/init.luau", "init.luau"],
  ])("is Rojo's as %s, and names the instance", (file, shown) => {
    const found = resolve(file, { maps });
    expect(found).toMatchObject({
      owner: "rojo-owned",
      disagreement: undefined,
      evidence: [{ map: "project" }, { map: "sourcemap" }],
    });
    expect(found.instances).toHaveLength(1);
    expect(found.reason).toContain(shown);
  });

  it("names the file that Rojo uses instead, for an init file that lost", () => {
    const found = resolve("src/Both/init.lua", { maps });
    expect(found.owner).toBe("rojo-owned");
    expect(found.whatToDo).toContain("src/Both/init.luau");
  });

  it("is Rojo's when a single map has it, and the contradiction is named", () => {
    const found = resolve("src/New.luau", {
      maps: [
        ...maps.slice(1),
        mapOf("project", [...tree, instance("ServerScriptService.Code.New", { sourceFile: "/p/src/New.luau" })]),
      ],
    });
    expect(found.owner).toBe("rojo-owned");
    expect(found.disagreement).toMatch(/project file knows it, the sourcemap does not/);
  });

  it("lists each instance when it is mounted twice", () => {
    const twice = [instance("A.X", { sourceFile: "/p/x.luau" }), instance("B.X", { sourceFile: "/p/x.luau" })];
    expect(resolve("x.luau", { maps: [mapOf("project", twice), mapOf("sourcemap", twice)] }).instances).toHaveLength(2);
  });

  it("is a folder of Rojo's when something in it is mapped", () => {
    const facts = { "/p/src": folderThere, "/p/src/Both": folderThere, "/p/docs": folderThere };
    expect(resolve("src", { maps, facts })).toMatchObject({
      owner: "rojo-owned",
      instances: [{ path: ["ServerScriptService", "Code"] }],
    });
    expect(resolve("src/Both", { maps, facts }).owner).toBe("rojo-owned");
    expect(resolve("docs", { maps, facts }).owner).toBe("filesystem-unmapped");
  });

  it.each([["src\\Main.luau"], ["C:/p/src/main.luau"], ["//?/C:/P/SRC/Main.luau"]])(
    "is Rojo's on Windows as %s",
    (file) => {
      const found = resolve(file, {
        naming: windows,
        maps: [mapOf("sourcemap", [instance("A", { sourceFile: "C:\\p\\src\\Main.luau" })], { naming: windows })],
      });
      expect(found.owner).toBe("rojo-owned");
      expect(found.reason).toMatch(/from src\/main\.luau/i);
    },
  );
});

describe("a file by where it lies and what it is", () => {
  it.each<[string, string, EvidenceOptions]>([
    ["protected", ".pi/roblox/sourcemap.json", {}],
    ["protected", ".pi/roblox", {}],
    ["protected", "x/../.pi/roblox/audit/a.jsonl", {}],
    ["filesystem-unmapped", ".pi/roblox/scenarios/a.json", {}],
    ["filesystem-unmapped", ".pi/roblox.json", {}],
    ["outside-workspace", "../other/A.luau", {}],
    ["outside-workspace", "/p2/A.luau", {}],
    ["symbolic-link", "link.luau", { facts: { "/p/link.luau": { exists: true, isSymlink: true, kind: "file" } } }],
    ["generated-output", "src/gen/A.luau", { generated: ["src/gen/"] }],
    ["external-package", "Packages/_Index/a/A.lua", { dependencies: ["Packages/"] }],
    ["binary-asset", "assets/Logo.PNG", {}],
    ["binary-asset", "src/Tree.rbxm", {}],
  ])("is %s: %s", (owner, file, options) => {
    expect(resolve(file, { maps, ...options }).owner).toBe(owner);
  });

  it("is protected although Rojo maps it, and generated although Rojo maps it", () => {
    const mapped = [
      mapOf("project", [
        instance("A", { sourceFile: "/p/.pi/roblox/a.luau" }),
        instance("B", { sourceFile: "/p/out/b.luau" }),
      ]),
    ];
    expect(resolve(".pi/roblox/a.luau", { maps: mapped })).toMatchObject({
      owner: "protected",
      instances: [{ path: ["A"] }],
    });
    expect(resolve("out/b.luau", { maps: mapped, generated: ["out/"] })).toMatchObject({
      owner: "generated-output",
      instances: [{ path: ["B"] }],
    });
  });

  it("is known but read only outside of the workspace", () => {
    const mapped = [mapOf("project", [instance("A", { sourceFile: "/lib/a.luau" })])];
    expect(resolve("/lib/a.luau", { maps: mapped })).toMatchObject({
      owner: "outside-workspace",
      instances: [{ path: ["A"] }],
    });
  });

  it("folds case for patterns and own folders where the disk does", () => {
    const options = { naming: windows, dependencies: ["packages/"] };
    expect(resolve("PACKAGES\\A.luau", options).owner).toBe("external-package");
    expect(resolve("C:\\P\\.PI\\Roblox\\x.json", options).owner).toBe("protected");
  });
});

describe("a file that no map has", () => {
  it("is unmapped, with the glob, when the project ignores it", () => {
    const found = resolve("src/a.spec.luau", { maps, wouldBe: () => ({ kind: "ignored", by: "**/*.spec.luau" }) });
    expect(found.owner).toBe("filesystem-unmapped");
    expect(found.reason).toContain("ignored by Rojo: **/*.spec.luau");
  });

  it("is Rojo's when the project would make an instance of it, which is named", () => {
    const wouldBe = () =>
      ({ kind: "instance", path: ["ServerScriptService", "Code", "New"], className: "Script" }) as const;
    const found = resolve("src/New.server.luau", { maps, wouldBe, facts: { "/p/src/New.server.luau": absent } });
    expect(found).toMatchObject({
      owner: "rojo-owned",
      instances: [
        { path: ["ServerScriptService", "Code", "New"], className: "Script", sourceFile: "/p/src/New.server.luau" },
      ],
    });
  });

  it("is unmapped when the project would make nothing of it", () => {
    expect(resolve("README.md", { maps, wouldBe: () => ({ kind: "unmapped" }) }).owner).toBe("filesystem-unmapped");
  });

  it("is unmapped when it exists and a fresh map does not list it", () => {
    expect(resolve("src/a.spec.luau", { maps }).owner).toBe("filesystem-unmapped");
  });

  it.each<[string, EvidenceOptions]>([
    ["it is new and the project cannot be asked", { maps, facts: { "/p/src/a.luau": absent } }],
    ["nobody looked whether it exists", { maps, facts: { "/p/src/a.luau": undefined } }],
    ["there is no map", {}],
    ["all maps are stale", { maps: [mapOf("sourcemap", tree, { staleBecause: "x" })] }],
    ["the only map shows scripts alone", { maps: [mapOf("sourcemap", tree)], includeNonScripts: false }],
    ["only the live tree is there, which knows no files", { maps: [mapOf("live-tree", tree)] }],
  ])("is unresolved when %s", (_title, options) => {
    expect(resolve("src/a.luau", options).owner).toBe("ownership-unresolved");
  });

  it("is unmapped when there is no Rojo project", () => {
    expect(resolve("src/a.luau", { hasRojoProject: false }).owner).toBe("filesystem-unmapped");
  });

  it("is unmapped on Linux when its name holds a backslash, which Rojo cannot write", () => {
    const found = resolve("/p/src\\Main.luau", { maps });
    expect(found.owner).toBe("filesystem-unmapped");
    expect(found.reason).toContain("backslash");
  });

  it("differs in case on Linux from one that is mapped", () => {
    expect(resolve("src/main.luau", { maps }).owner).toBe("filesystem-unmapped");
  });

  it("is Script Sync's when Studio says so, and in conflict when Rojo has it, too", () => {
    const scriptSync = { status: "synced-as-root", file: "/p/sync/A.luau" } as const;
    expect(resolve("sync/A.luau", { maps, scriptSync }).owner).toBe("script-sync-owned");
    const found = resolve("src/Main.luau", { maps, scriptSync });
    expect(found.owner).toBe("ownership-unresolved");
    expect(found.disagreement).toContain("Script Sync");
  });

  it("is unresolved on Windows for a stream, which may be that of a mapped file, and a plain name elsewhere", () => {
    expect(resolve("src\\Main.luau::$DATA", { naming: windows, maps }).owner).toBe("ownership-unresolved");
    expect(resolve("src/a:b.luau", { maps }).owner).toBe("filesystem-unmapped");
  });

  it("is unresolved for a path that no disk takes", () => {
    expect(resolve("a\0b", { maps }).owner).toBe("ownership-unresolved");
  });
});
