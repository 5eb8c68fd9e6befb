import { lstat } from "node:fs/promises";
import { runProcess } from "pi-extension-core/process";
import { createWorkspace, outsideProgram } from "testkit";
import { expect, it } from "vitest";
import type { FileNaming } from "../../../../src/datamodel/file-key.ts";
import { defaultFolders, type FileFacts, type OwnershipEvidence } from "../../../../src/ownership/resolve/evidence.ts";
import type { OwnershipTarget } from "../../../../src/ownership/resolve/ownership.ts";
import { compilePatterns } from "../../../../src/ownership/resolve/path-patterns.ts";
import { resolveOwnership } from "../../../../src/ownership/resolve/resolve-ownership.ts";
import { parseSourcemap } from "../../../../src/ownership/sourcemap/parse-sourcemap.ts";

const rojo = outsideProgram("rojo", "7.7.1");

const files = {
  "default.project.json": JSON.stringify({
    name: "Sample",
    globIgnorePaths: ["**/*.spec.luau"],
    tree: {
      $className: "DataModel",
      ServerScriptService: { Code: { $path: "src" } },
      ReplicatedStorage: { Packages: { $path: "Packages" }, Lib: { $path: "../lib" } },
    },
  }),
  "src/Main.server.luau": "print(1)\n",
  "src/Main.spec.luau": "return 1\n",
  "src/Both/init.lua": "return 1\n",
  "src/Both/init.luau": "return 2\n",
  "src/Tree.model.json": JSON.stringify({ className: "Folder", children: [{ name: "Leaf", className: "Folder" }] }),
  "Packages/Dep.luau": "return 1\n",
};

it.skipIf(rojo === undefined)(
  "decides on a real sourcemap, by instance and by file alike [needs rojo 7.7.1]",
  async () => {
    if (rojo === undefined) return;
    await using outer = await createWorkspace({
      files: {
        "lib/A.luau": "return 1\n",
        ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`game/${name}`, text])),
      },
    });
    const root = outer.path("game");
    const naming: FileNaming = { platform: process.platform, isCaseSensitive: process.platform === "linux" };
    const ran = await runProcess(rojo, ["sourcemap", "--include-non-scripts"], { cwd: root });
    const map = parseSourcemap(ran.stdout.text, { projectFolder: root, naming, includesNonScripts: true }, 0);
    if (map === undefined) throw new Error(ran.stderr.text);
    const there: FileFacts = { exists: true, isSymlink: false, kind: "file" };
    const evidence: OwnershipEvidence = {
      hasRojoProject: true,
      maps: [map],
      nowMs: 0,
      naming,
      workspace: defaultFolders(root, ".pi", naming),
      settings: {
        studioOwnedRoots: [],
        generated: compilePatterns([], true),
        dependencies: compilePatterns(["Packages/"], true),
        includeNonScripts: true,
      },
      factsOf: () => there,
    };
    const ownerOf = (target: OwnershipTarget) => resolveOwnership(target, evidence).owner;
    const ownerOfPath = (...path: string[]) => ownerOf({ kind: "instance", path });
    const ownerOfFile = (file: string) => ownerOf({ kind: "file", file });

    for (const { path, sourceFile } of map.all()) {
      if (sourceFile === undefined) continue;
      expect((await lstat(sourceFile)).isFile()).toBe(true);
      expect(ownerOfFile(sourceFile)).toBe(ownerOfPath(...path));
    }
    expect(ownerOfPath("ServerScriptService", "Code", "Main")).toBe("rojo-owned");
    expect(ownerOfPath("ServerScriptService", "Code", "Tree", "Leaf")).toBe("rojo-owned");
    expect(ownerOfPath("ServerScriptService", "Code", "Other")).toBe("ambiguous-rojo-scope");
    expect(ownerOfPath("ReplicatedStorage", "Packages", "Dep")).toBe("external-package");
    expect(ownerOfPath("ReplicatedStorage", "Lib", "A")).toBe("outside-workspace");
    expect(ownerOfPath("Workspace", "Part")).toBe("studio-owned");
    expect(ownerOfFile("src/Main.spec.luau")).toBe("filesystem-unmapped");
    expect(ownerOfFile("src/Both/init.lua")).toBe("rojo-owned");
    expect(ownerOfFile("default.project.json")).toBe("rojo-owned");
  },
);
