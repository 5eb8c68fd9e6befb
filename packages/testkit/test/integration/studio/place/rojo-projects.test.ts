import { execFile } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createWorkspace, outsideProgram, rojoVersions, type Workspace } from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadReflection } from "../../../../../pi-roblox/src/datamodel/reflection/load-reflection.ts";
import type { PlaceTree } from "../../../../src/studio/place/place-tree.ts";
import { readPlace } from "../../../../src/studio/place/read-place.ts";
import { rojoProjects } from "../../../fixtures/studio/place/rojo-projects.ts";

const rojo = outsideProgram("rojo", "7.7.1");
const reflection = await loadReflection();
const exampleGame = fileURLToPath(new URL("../../../../../../examples/roblox-obby", import.meta.url));

let workspace: Workspace;
beforeEach(async () => {
  workspace = await createWorkspace({ files: { "out/": "", "game/": "" } });
});
afterEach(() => workspace.cleanup());

async function build(program: string | undefined, folder: string, output: string): Promise<PlaceTree> {
  const file = path.join("out", output);
  await promisify(execFile)(program ?? "", ["build", folder, "-o", workspace.path(file)]);
  return readPlace(await workspace.read(file), reflection);
}

async function writeFiles(files: Readonly<Record<string, string | object>>): Promise<void> {
  for (const [file, content] of Object.entries(files))
    await workspace.write(`game/${file}`, typeof content === "string" ? content : JSON.stringify(content));
}

describe.skipIf(rojo === undefined)("a model that rojo builds [needs rojo 7.7.1]", () => {
  it.each(rojoProjects)("of $title holds what the sources say", async ({ files, expected }) => {
    await writeFiles(files);
    const { roots } = await build(rojo, workspace.path("game"), "model.rbxmx");
    expect(roots).toMatchObject([expected]);
  });

  it("with a property that nothing knows is refused, or read without it where the caller asks", async () => {
    await writeFiles({
      "default.project.json": {
        name: "root",
        tree: { $className: "Part", $properties: { Bogus: { String: "x" }, Anchored: true } },
      },
    });
    await expect(build(rojo, workspace.path("game"), "model.rbxmx")).rejects.toMatchObject({ code: "PLACE_INVALID" });
    const unknown: string[] = [];
    const { roots } = readPlace(await workspace.read("out/model.rbxmx"), reflection, {
      onUnknownProperty: ({ className, name }) => unknown.push(`${className}.${name}`),
    });
    expect(unknown).toEqual(["Part.Bogus"]);
    expect(roots[0]?.properties).toEqual({ Anchored: true });
  });

  it("with a class that nothing knows is refused", async () => {
    await writeFiles({ "default.project.json": { name: "root", tree: { $className: "Nope" } } });
    await expect(build(rojo, workspace.path("game"), "model.rbxmx")).rejects.toMatchObject({ code: "PLACE_INVALID" });
  });
});

describe.skipIf(rojo === undefined)("a place that rojo builds [needs rojo 7.7.1]", () => {
  it("of Rojo's own template holds its services", async () => {
    await promisify(execFile)(rojo ?? "", ["init", workspace.path("game"), "--kind", "place"]);
    const { roots } = await build(rojo, workspace.path("game"), "place.rbxlx");
    expect(roots.map(({ className }) => className)).toEqual([
      "Lighting",
      "ReplicatedStorage",
      "ServerScriptService",
      "SoundService",
      "StarterPlayer",
      "Workspace",
    ]);
    expect(roots.at(-1)).toMatchObject({
      properties: { FilteringEnabled: true },
      children: [{ name: "Baseplate", properties: { Position: { type: "Vector3", x: 0, y: -10, z: 0 } } }],
    });
  });

  it("of the example game holds its scripts", async () => {
    const { roots } = await build(rojo, exampleGame, "place.rbxlx");
    const services = new Map(roots.map((service) => [service.className, service]));
    expect(services.get("Workspace")?.properties["Gravity"]).toBe(170);
    expect(services.get("ServerScriptService")?.children).toMatchObject([{ name: "Server", className: "Script" }]);
  });
});

describe.each(rojoVersions)("the place that rojo %s builds", (version) => {
  const program = outsideProgram("rojo", version);

  it.skipIf(program === undefined)(`is read [needs rojo ${version}]`, async () => {
    await writeFiles({
      "default.project.json": {
        name: "root",
        tree: {
          $className: "DataModel",
          ReplicatedStorage: { Shared: { $path: "src" } },
          Workspace: {
            Part: { $className: "Part", $properties: { Color: [1, 0, 0], Size: [1, 2, 3], Material: "Wood" } },
          },
          StarterGui: { Label: { $className: "TextLabel", $properties: { Font: "Arial", TextScaled: true } } },
        },
      },
      "src/a.luau": "return 1\n",
      "src/a.meta.json": { attributes: { Level: { Float64: 2 } }, properties: { Tags: { Tags: ["x"] } } },
    });
    const { roots } = await build(program, workspace.path("game"), "place.rbxlx");
    expect(roots).toMatchObject([
      {
        className: "ReplicatedStorage",
        children: [
          {
            name: "Shared",
            children: [{ name: "a", properties: { Source: "return 1\n" }, attributes: { Level: 2 }, tags: ["x"] }],
          },
        ],
      },
      {
        className: "StarterGui",
        children: [{ properties: { FontFace: { type: "Font", weight: "Regular" }, TextScaled: true } }],
      },
      {
        className: "Workspace",
        children: [
          {
            properties: {
              Color: { type: "Color3", r: 1, g: 0, b: 0 },
              Size: { type: "Vector3", x: 1, y: 2, z: 3 },
              Material: { type: "EnumItem", name: "Wood" },
            },
          },
        ],
      },
    ]);
  });
});
