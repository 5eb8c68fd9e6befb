import { rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { outsideProgram, rojoVersions } from "../../../../src/programs/outside-program.ts";
import type { StudioWindow } from "../../../../src/studio/mcp/host/studio-window.ts";
import type { PlaceInstance } from "../../../../src/studio/place/place-tree.ts";
import { followRojo } from "../../../../src/studio/rojo-follow/follow-rojo.ts";
import { createProject, evaluate, PROJECT, serve } from "./rojo-projects.ts";
import { startStudioStandin } from "./studio-client.ts";

const newest = outsideProgram("rojo", "7.7.1");

describe.each(rojoVersions)("following rojo serve %s", (version) => {
  const rojo = outsideProgram("rojo", version);

  it.skipIf(rojo === undefined)(`brings edits of files into the place [needs rojo ${version}]`, async () => {
    const workspace = await createProject();
    const { address } = await serve(rojo!, workspace.root);
    await using standin = await startStudioStandin({ generation: "2026-08" });
    const window = standin.studios[0]!;
    await evaluate(window, "Instance.new('Part', workspace).Name = 'Mine'");
    await evaluate(
      window,
      "local f = Instance.new('Folder', game.ReplicatedStorage) f.Name = 'Shared' Instance.new('Folder', f).Name = 'Unknown'",
    );
    const follower = await standin.followRojo(window, address);

    expect(follower.projectName).toBe("game");
    expect(await evaluate(window, "return workspace.Base.Color")).toBe("1, 0, 0");
    expect(await evaluate(window, "return workspace.Mine")).toBe("Workspace.Mine");
    expect(await evaluate(window, "return game.ReplicatedStorage.Shared:FindFirstChild('Unknown')")).toBe("nil");

    const source = "return game.ReplicatedStorage.Shared.Names.Source";
    await workspace.write("src/shared/Names.luau", "return { mine = 2 }\n");
    await expect.poll(() => evaluate(window, source), { timeout: 20_000 }).toBe("return { mine = 2 }\n");
    await workspace.write("src/shared/New.server.luau", "print('new')");
    const isThere = "local new = game.ReplicatedStorage.Shared:FindFirstChild('New') return new and new.ClassName";
    await expect.poll(() => evaluate(window, isThere), { timeout: 20_000 }).toBe("Script");
  });
});

it.skipIf(newest === undefined)("holds changes back while a playtest runs [needs rojo 7.7.1]", async () => {
  const workspace = await createProject();
  const { address } = await serve(newest!, workspace.root);
  await using standin = await startStudioStandin({ generation: "2026-08" });
  const window = standin.studios[0]!;
  const follower = await standin.followRojo(window, address);
  await window.start();
  await workspace.write("src/shared/Names.luau", "return 'later'\n");
  await expect.poll(() => follower.waiting, { timeout: 20_000 }).toBe(true);
  expect(await evaluate(window, "return game.ReplicatedStorage.Shared.Names.Source")).toContain("mine");
  await window.stop();
  const source = "return game.ReplicatedStorage.Shared.Names.Source";
  await expect.poll(() => evaluate(window, source), { timeout: 20_000 }).toBe("return 'later'\n");
});

it.skipIf(newest === undefined)("tells when the server has gone, and keeps the place [needs rojo 7.7.1]", async () => {
  const workspace = await createProject();
  const { address, child } = await serve(newest!, workspace.root);
  await using standin = await startStudioStandin({ generation: "2026-08" });
  const window = standin.studios[0]!;
  const said: string[] = [];
  const follower = await followRojo(window, address, (text) => said.push(text));
  child.kill("SIGKILL");
  await follower.ended;
  expect(said.at(-1)).toContain("no longer following game");
  expect(await evaluate(window, "return workspace.Base")).toBe("Workspace.Base");
});

it.skipIf(newest === undefined)("refuses a project that is for another place [needs rojo 7.7.1]", async () => {
  const workspace = await createProject();
  await workspace.write("default.project.json", JSON.stringify({ ...PROJECT, servePlaceIds: [7] }));
  const { address } = await serve(newest!, workspace.root);
  await using standin = await startStudioStandin({ generation: "2026-08" });
  await expect(standin.followRojo(standin.studios[0]!, address)).rejects.toThrow("not for the place 0");
});

/** One line for each instance and for each of its values, without what names instances within a file. */
function linesOf(instances: readonly PlaceInstance[], above = ""): readonly string[] {
  return instances
    .flatMap(({ className, name, properties, attributes, tags, children }) => {
      const path = `${above}/${name}:${className}`;
      const values = Object.entries({ ...properties, ...attributes })
        .filter(([, value]) => typeof value !== "object" || value === null || !("referent" in value))
        .map(([key, value]) => `${path}.${key} = ${JSON.stringify(value)}`);
      return [path, ...values, ...tags.map((tag) => `${path} #${tag}`), ...linesOf(children, path)];
    })
    .sort();
}

/** Without the services themselves: one that was only asked for is there, too. */
async function placeOf(window: StudioWindow | undefined): Promise<readonly string[]> {
  const lines = linesOf((await window?.saved())?.tree.roots ?? []);
  return lines.filter((line) => !/^\/\w+:\w+$/.test(line));
}

function withPart(name: string) {
  const { tree } = PROJECT;
  const part = { $className: "Part", $properties: { Size: [1, 2, 3] } };
  return { ...PROJECT, tree: { ...tree, Workspace: { ...tree.Workspace, [name]: part } } };
}

const EVERY_TYPE = {
  name: "types",
  tree: {
    $className: "DataModel",
    ReplicatedStorage: { $path: "src", $ignoreUnknownInstances: true },
    Workspace: {
      $properties: { Gravity: 100 },
      Part: {
        $className: "Part",
        $properties: {
          CFrame: [1, 2, 3, 0, 0, 1, 0, 1, 0, -1, 0, 0],
          Material: "Neon",
          CustomPhysicalProperties: {
            PhysicalProperties: {
              density: 2,
              friction: 0.5,
              elasticity: 0.25,
              frictionWeight: 1,
              elasticityWeight: 1,
              acousticAbsorption: 1,
            },
          },
          Tags: ["a", "b"],
        },
        $attributes: { Number: 5, Text: "x", Flag: true, Where: { Vector3: [1, 2, 3] }, Tint: { Color3: [0, 0.5, 1] } },
        Emitter: {
          $className: "ParticleEmitter",
          $properties: {
            Lifetime: { NumberRange: [1, 2] },
            Size: {
              NumberSequence: {
                keypoints: [
                  { time: 0, value: 1, envelope: 0 },
                  { time: 1, value: 2, envelope: 0 },
                ],
              },
            },
            Color: {
              ColorSequence: {
                keypoints: [
                  { time: 0, color: [1, 0, 0] },
                  { time: 1, color: [0, 0, 1] },
                ],
              },
            },
          },
        },
      },
    },
    StarterGui: {
      Screen: {
        $className: "ScreenGui",
        Label: {
          $className: "TextLabel",
          $properties: {
            Size: {
              UDim2: [
                [1, 2],
                [0.5, 4],
              ],
            },
            AnchorPoint: [0.5, 0.5],
            Text: 'a "quoted"\nline',
            FontFace: { Font: { family: "rbxasset://fonts/families/Roboto.json", weight: "Bold", style: "Italic" } },
          },
        },
      },
    },
  },
};

it.skipIf(newest === undefined)("makes the place that rojo build makes [needs rojo 7.7.1]", async () => {
  const model = { ClassName: "Folder", Children: [{ Name: "Twin", ClassName: "IntValue", Properties: { Value: 1 } }] };
  const workspace = await createProject({
    "default.project.json": JSON.stringify(EVERY_TYPE),
    "src/Model.model.json": JSON.stringify({
      ...model,
      Children: [...model.Children, { Name: "Twin", ClassName: "IntValue", Properties: { Value: 2 } }],
    }),
    "src/data.json": '{"a":[1,2]}',
    "src/text.txt": "ünï",
  });
  const { address } = await serve(newest!, workspace.root);
  await using standin = await startStudioStandin({
    generation: "2026-08",
    studios: [{ project: workspace.root }, { tree: { roots: [] } }],
  });
  const [built, followed] = standin.studios;
  await standin.followRojo(followed!, address);
  expect(await placeOf(followed)).toEqual(await placeOf(built));
});

it.skipIf(newest === undefined)(
  "stays like what rojo build makes through all kinds of edits [needs rojo 7.7.1]",
  async () => {
    const workspace = await createProject();
    const { address } = await serve(newest!, workspace.root);
    await using standin = await startStudioStandin({ generation: "2026-08" });
    const followed = standin.studios[0];
    await standin.followRojo(followed!, address);
    const edits: readonly (() => Promise<void>)[] = [
      () => workspace.write("src/shared/deep/er/Leaf.luau", "return 1"),
      () => workspace.write("src/shared/Names.server.luau", "print('a twin in name')"),
      () => workspace.write("src/shared/deep/init.meta.json", '{"className":"Configuration"}'),
      () =>
        workspace.write("src/shared/deep/init.meta.json", '{"className":"Model","attributes":{"Deep":{"Float64":1}}}'),
      () => rm(workspace.path("src/shared/Names.luau")),
      () => workspace.write("src/server/a.b.luau", "return 'dots'"),
      // A whole folder at once ends Rojo 7.7.1 (change_processor.rs, line 179).
      () => rm(workspace.path("src/shared/deep/er/Leaf.luau")),
      () => workspace.write("default.project.json", JSON.stringify(withPart("Lamp"))),
    ];
    for (const edit of edits) {
      await edit();
      await using fresh = await startStudioStandin({ generation: "2026-08", studios: [{ project: workspace.root }] });
      const expected = await placeOf(fresh.studios[0]);
      await expect.poll(() => placeOf(followed), { timeout: 10_000 }).toEqual(expected);
    }
  },
);
