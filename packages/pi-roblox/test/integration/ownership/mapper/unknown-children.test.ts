import { outsideProgram } from "testkit";
import { expect, it } from "vitest";
import { followTree } from "../../../../src/backends/rojo/live-tree/follow-tree.ts";
import type { InstanceMap } from "../../../../src/datamodel/instance-map.ts";
import { serve } from "../../../fixtures/backends/rojo/api/real-rojo.ts";
import { waitUntil } from "../../../fixtures/backends/rojo/api/wait-until.ts";
import { buildProject, openMapper } from "../../../fixtures/ownership/mapper/compare.ts";
import { project } from "../../../fixtures/ownership/mapper/small-project.ts";

const rojo = outsideProgram("rojo", "7.7.1") ?? "";
const keep = { ignoreUnknownInstances: true };
const nested = (tree: object): object => ({ name: "Nested", tree });

/** Every way by which Rojo comes to keep or delete children that it does not know. */
const everyWay = {
  "default.project.json": project({
    $className: "DataModel",
    ReplicatedStorage: { $path: "src" },
    ServerStorage: { $className: "ServerStorage", Inner: { $className: "Folder", $ignoreUnknownInstances: false } },
    ServerScriptService: { $path: "src", $ignoreUnknownInstances: true },
    Lighting: { $path: "keeping" },
    SoundService: { $path: "keeping", $ignoreUnknownInstances: false },
    Teams: { $path: { optional: "nope" } },
    Chat: { $path: "nope" },
    StarterGui: { A: { $path: "bare" }, B: { $path: "pathed" }, C: { $path: "pathed", $ignoreUnknownInstances: true } },
    StarterPack: { Model: { $path: "m.model.json" }, Script: { $path: "s.server.luau" } },
  }),
  "src/a.luau": "",
  "src/a.meta.json": keep,
  "src/b.luau": "",
  "src/b.meta.json": { ignoreUnknownInstances: false },
  "src/c.luau": "",
  "src/c.meta.json": keep,
  "src/c.meta.jsonc": { ignoreUnknownInstances: false },
  "src/d.txt": "",
  "src/F/init.luau": "",
  "src/F/init.meta.json": keep,
  "src/G/init.luau": "",
  "src/G/G.meta.json": keep,
  "src/H/init.meta.jsonc": keep,
  "src/Pkg/default.project.json": nested({ $className: "Folder" }),
  "src/Pkh/default.project.json": nested({ $path: "lib" }),
  "src/Pkh/lib/x.luau": "",
  "src/Pki/default.project.json": nested({ $path: "lib" }),
  "src/Pki/lib/init.meta.json": keep,
  "keeping/init.meta.json": keep,
  "bare/default.project.json": nested({ $className: "Folder" }),
  "pathed/default.project.json": nested({ $path: "lib" }),
  "pathed/lib/": "",
  "m.model.json": { ClassName: "Model", Children: [{ Name: "Part", ClassName: "Part" }] },
  "m.meta.json": keep,
  "s.server.luau": "",
  "s.meta.json": keep,
};

function keepers(map: InstanceMap | undefined): readonly string[] {
  return [...(map?.all() ?? [])]
    .map(({ path, className, deletesUnknownChildren }) => JSON.stringify([path, className, deletesUnknownChildren]))
    .sort();
}

it.skipIf(rojo === "")(
  "says of every instance what the served tree says of unknown children [needs rojo 7.7.1]",
  async () => {
    await using workspace = await buildProject({ title: "every way", files: everyWay });
    const mapper = await openMapper(workspace.path("default.project.json"));
    await using server = await serve(rojo, workspace.root);
    const tree = followTree(server.endpoint);
    try {
      await waitUntil("the tree is followed", () => tree.state().kind === "following");
      expect(keepers(mapper.map)).toEqual(keepers(tree.current()));
    } finally {
      await tree.close();
    }
  },
);
