import { expect, it } from "vitest";
import type { PlaceInstance, PlaceTree } from "../../../../src/studio/place/place-tree.ts";
import { createDataModel } from "../../../../src/studio/vm/data-model.ts";
import { onBothVms } from "./both-vms.ts";

function instance(className: string, rest: Partial<PlaceInstance> = {}): PlaceInstance {
  return {
    className,
    name: className,
    referent: undefined,
    properties: {},
    attributes: {},
    tags: [],
    children: [],
    ...rest,
  };
}

const PLACE: PlaceTree = {
  roots: [
    instance("Workspace", {
      children: [
        instance("Camera"),
        instance("Terrain", { properties: { SmoothGrid: { type: "BinaryString", bytes: "AQU=" } } }),
        instance("Model", {
          name: "Car",
          referent: "car",
          tags: ["vehicle"],
          attributes: { speed: 5, home: { type: "Vector3", x: 1, y: 2, z: 3 } },
          properties: { PrimaryPart: { type: "Ref", referent: "wheel" } },
          children: [
            instance("Part", {
              name: "Wheel",
              referent: "wheel",
              properties: {
                Transparency: 0.5,
                Material: { type: "EnumItem", enum: "Material", name: "Wood" },
                BrickColor: { type: "BrickColor", number: 21 },
              },
            }),
          ],
        }),
      ],
    }),
    instance("ServerScriptService", {
      children: [instance("Script", { name: "Main", properties: { Source: "print('ö')\n" } })],
    }),
    instance("PathfindingService"),
  ],
};

onBothVms(
  "a loaded place",
  (studio) => {
    it("says which place it is [A5]", async () => {
      expect(await studio.values("return game.PlaceId, game.GameId, game.PlaceVersion, game.Name")).toEqual([
        123,
        456,
        7,
        "Car Park",
      ]);
    });

    it("has its instances with properties, attributes, tags and references", async () => {
      const code = `local car = workspace.Car local wheel = car.Wheel
        return car.PrimaryPart == wheel, wheel.Transparency, wheel.Material.Name, wheel.Color == BrickColor.new(21).Color,
          car:GetAttribute("speed"), car:GetAttribute("home").Z, car:HasTag("vehicle"),
          #game:GetService("CollectionService"):GetTagged("vehicle"), game.ServerScriptService.Main.Source`;
      expect(await studio.values(code)).toEqual([true, 0.5, "Wood", true, 5, 3, true, 1, "print('ö')\n"]);
    });

    it("makes no second Terrain or camera, and nothing that can be undone [C5, C6]", async () => {
      const code = `local n = 0 for _, c in workspace:GetChildren() do if c:IsA("Terrain") or c:IsA("Camera") then n += 1 end end
        return n, (game:GetService("ChangeHistoryService"):GetCanUndo())`;
      expect(await studio.values(code)).toEqual([2, false]);
    });

    it("comes back as a tree that makes the same place", async () => {
      await studio.run('workspace.Car.Name = "Van" Instance.new("Folder", workspace.Van)');
      const first = await studio.dataModel.snapshot();
      await using copy = disposable(await createDataModel({ vm: studio.vm, place: first }));
      expect(await copy.dataModel.snapshot()).toEqual(first);
      const workspace = first.roots.find(({ className }) => className === "Workspace");
      expect(workspace?.children.map(({ name }) => name)).toContain("Van");
      const terrain = workspace?.children.find(({ className }) => className === "Terrain");
      expect(terrain?.properties).toEqual({ SmoothGrid: { type: "BinaryString", bytes: "AQU=" } });
    });

    it("may be a thousand levels deep", async () => {
      let deep = instance("Folder");
      for (let level = 0; level < 1000; level += 1) deep = instance("Folder", { children: [deep] });
      const place = { roots: [instance("Workspace", { children: [deep] })] };
      await using copy = disposable(await createDataModel({ vm: studio.vm, place }));
      const code =
        "local n, f = 0, workspace:FindFirstChild('Folder') while f do n += 1 f = f:FindFirstChild('Folder') end return n";
      expect(await copy.dataModel.execute(code)).toMatchObject({ text: "1001" });
      await using again = disposable(await copy.dataModel.fork("server"));
      expect(await again.dataModel.execute(code)).toMatchObject({ text: "1001" });
    });

    it("refuses a class that does not exist", async () => {
      const place = { roots: [instance("Workspace", { children: [instance("Nope")] })] };
      await expect(createDataModel({ vm: studio.vm, place })).rejects.toMatchObject({ code: "VM_FAILED" });
    });
  },
  { place: PLACE, info: { placeId: 123, gameId: 456, placeVersion: 7, name: "Car Park" } },
);

onBothVms("a new place", (studio) => {
  it("has the services of a new place, and place id 0 [A5]", async () => {
    const code = `local names = {} for i, s in game:GetChildren() do names[i] = s.Name end
      return game.PlaceId, names[1], table.find(names, "StarterPlayer") ~= nil, workspace.Terrain.ClassName,
        game.StarterPlayer.StarterCharacterScripts.ClassName`;
    expect(await studio.values(code)).toEqual([0, "Workspace", true, "Terrain", "StarterCharacterScripts"]);
  });
});

function disposable(dataModel: Awaited<ReturnType<typeof createDataModel>>) {
  return { dataModel, [Symbol.asyncDispose]: () => dataModel.close() };
}
