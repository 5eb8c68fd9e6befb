import { access } from "node:fs/promises";
import { runProcess } from "pi-extension-core/process";
import { createWorkspace, outsideProgram, rojoVersions, type Workspace } from "testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseSourcemap } from "../../../../src/ownership/sourcemap/parse-sourcemap.ts";
import type { SourcemapIndex } from "../../../../src/ownership/sourcemap/sourcemap-index.ts";

const project = {
  name: "Sample",
  tree: {
    $className: "DataModel",
    ReplicatedStorage: {
      Shared: { $path: "src" },
      "My [Folder]": { $className: "Folder", 'a"b': { $path: "odd.luau" } },
      Nested: { $path: "nested" },
    },
    Workspace: { $properties: { FilteringEnabled: true } },
  },
};

const files = {
  "game/default.project.json": JSON.stringify(project),
  "game/src/v1.2.luau": "return 1\n",
  "game/src/Both/init.lua": "return 'lua'\n",
  "game/src/Both/init.luau": "return 'luau'\n",
  "game/src/Both/Child.server.luau": "print(1)\n",
  "game/src/Both/Child.meta.json": "{}",
  "game/src/Meta/init.meta.json": '{"className":"Configuration"}',
  "game/src/Experiência.luau": "return 1\n",
  "game/src/Twin.luau": "return 1\n",
  "game/src/Twin/A.luau": "return 1\n",
  "game/src/data.json": "{}",
  "game/src/back\\slash.luau": "return 1\n",
  "game/odd.luau": "return 1\n",
  "game/nested/default.project.json": JSON.stringify({ name: "Inner", tree: { $path: "lib" } }),
  "game/nested/lib/init.luau": "return 1\n",
};

async function sourcemapOf(rojo: string, workspace: Workspace, ...more: string[]): Promise<string> {
  const ran = await runProcess(rojo, ["sourcemap", "game/default.project.json", "--include-non-scripts", ...more], {
    cwd: workspace.root,
  });
  if (!ran.ok) throw new Error(`${rojo}: ${JSON.stringify(ran)}`);
  return ran.stdout.text;
}

describe.each(rojoVersions)("the sourcemap that rojo %s writes", (version) => {
  const rojo = outsideProgram("rojo", version);
  let workspace: Workspace;
  let index: SourcemapIndex;

  beforeAll(async () => {
    workspace = await createWorkspace({ files, awkwardPath: true });
    if (rojo === undefined) return;
    const made = parseSourcemap(await sourcemapOf(rojo, workspace), optionsOf(workspace), 0);
    if (made === undefined) throw new Error("null");
    index = made;
  });
  afterAll(() => workspace.cleanup());

  const optionsOf = ({ path }: Workspace) => ({
    projectFolder: path("game"),
    naming: { platform: process.platform, isCaseSensitive: process.platform === "linux" },
    includesNonScripts: true,
  });
  const sourceOf = (...path: string[]) => index.at(path).map(({ sourceFile }) => sourceFile);

  it.skipIf(rojo === undefined)(`leads from each instance to its file and back [needs rojo ${version}]`, async () => {
    const sources = [...index.all()].filter(({ files: listed }) => !listed.some((file) => file.includes("slash")));
    for (const instance of sources) {
      if (instance.sourceFile === undefined) continue;
      await access(instance.sourceFile);
      expect(index.ofFile(instance.sourceFile)).toContainEqual(instance);
    }
  });

  it.skipIf(rojo === undefined)(`is read with odd names, twins and nested projects [needs rojo ${version}]`, () => {
    const shared = (...names: string[]) => sourceOf("ReplicatedStorage", "Shared", ...names);
    expect(shared("v1.2")).toEqual([workspace.path("game/src/v1.2.luau")]);
    expect(shared("Experiência")).toEqual([workspace.path("game/src/Experiência.luau")]);
    expect(shared("Twin")).toHaveLength(2);
    expect(shared("data")).toEqual([workspace.path("game/src/data.json")]);
    expect(shared("Both", "Child")).toEqual([workspace.path("game/src/Both/Child.server.luau")]);
    expect(sourceOf("ReplicatedStorage", "My [Folder]", 'a"b')).toEqual([workspace.path("game/odd.luau")]);
    expect(sourceOf("ReplicatedStorage", "Nested")).toEqual([workspace.path("game/nested/lib/init.luau")]);
    expect(sourceOf()).toEqual([undefined]);
    expect(index.at(["ReplicatedStorage", "Shared", "Meta"])[0]).toMatchObject({
      className: "Configuration",
      sourceFile: undefined,
      folder: workspace.path("game/src/Meta"),
    });
  });

  it.skipIf(rojo === undefined)(`names the init file that this rojo really uses [needs rojo ${version}]`, async () => {
    if (rojo === undefined) return;
    const built = await runProcess(rojo, ["build", "game/default.project.json", "-o", "out.rbxlx"], {
      cwd: workspace.root,
    });
    expect(built.ok).toBe(true);
    const place = await workspace.read("out.rbxlx");
    const source = await workspace.read("game/src/Both/init.luau");
    expect(place).toContain(source);
    expect(place).not.toContain("return 'lua'\n");
    expect(sourceOf("ReplicatedStorage", "Shared", "Both")).toEqual([workspace.path("game/src/Both/init.luau")]);
  });

  it.skipIf(rojo === undefined || process.platform === "win32")(
    `maps no file whose name holds a backslash [needs rojo ${version}]`,
    () => {
      expect(index.ofFile(workspace.path("game/src/back\\slash.luau"))).toEqual([]);
    },
  );
});

describe("absolute sourcemaps", () => {
  const rojo = outsideProgram("rojo", "7.7.1");

  it.skipIf(rojo === undefined)("map the same files as relative ones [needs rojo 7.7.1]", async () => {
    if (rojo === undefined) return;
    await using workspace = await createWorkspace({ files });
    const read = async (...more: string[]) =>
      parseSourcemap(
        await sourcemapOf(rojo, workspace, ...more),
        {
          projectFolder: workspace.path("game"),
          naming: { platform: process.platform, isCaseSensitive: true },
          includesNonScripts: true,
        },
        0,
      );
    const [relative, absolute] = [await read(), await read("--absolute")];
    expect([...(absolute?.all() ?? [])]).toEqual([...(relative?.all() ?? [])]);
  });

  it.skipIf(rojo === undefined)(
    "hold the file outside of the project folder that a $path names [needs rojo 7.7.1]",
    async () => {
      if (rojo === undefined) return;
      await using workspace = await createWorkspace({
        files: {
          "game/default.project.json": JSON.stringify({ name: "x", tree: { $path: "../lib" } }),
          "lib/A.luau": "return 1\n",
        },
      });
      const index = parseSourcemap(
        await sourcemapOf(rojo, workspace),
        {
          projectFolder: workspace.path("game"),
          naming: { platform: process.platform, isCaseSensitive: true },
          includesNonScripts: true,
        },
        0,
      );
      expect(index?.ofFile(workspace.path("lib/A.luau")).map(({ path }) => path)).toEqual([["x", "A"]]);
    },
  );
});
