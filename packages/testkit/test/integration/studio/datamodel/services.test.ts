import { expect, it } from "vitest";
import { onBothVms } from "./both-vms.ts";

onBothVms("services", (studio) => {
  it("are the same each time, by class name with its case [C4]", async () => {
    const code = `local s = game:GetService("ServerStorage") s.Name = "Renamed" local same = game:GetService("ServerStorage") == s
      local byName = game:FindFirstChild("ServerStorage") s.Name = "ServerStorage" return same, byName, workspace == game.Workspace`;
    expect(await studio.values(code)).toEqual([true, null, true]);
    expect(await studio.failure('game:GetService("workspace")')).toBe(
      "AssistantCommand:1: 'workspace' is not a valid Service name",
    );
    expect(await studio.failure('game:GetService("Part")')).toContain("is not a valid Service name");
  });

  it("come into being when asked for [C4]", async () => {
    const code = `local before = game:FindService("PathfindingService") game:GetService("PathfindingService")
      return before, game:FindService("PathfindingService") ~= nil`;
    expect(await studio.values(code)).toEqual([null, true]);
  });

  it("say what is not modelled of them", async () => {
    expect(await studio.failure('game:GetService("PathfindingService"):CreatePath()')).toContain(
      "PathfindingService:CreatePath is not modelled by the Studio stand-in",
    );
  });

  it("tell what runs [A5]", async () => {
    const code =
      'local r = game:GetService("RunService") return r:IsStudio(), r:IsEdit(), r:IsRunning(), r:IsServer(), r:IsClient()';
    expect(await studio.values(code)).toEqual([true, true, false, true, true]);
  });

  it("hold the selection", async () => {
    const code = `local s = game:GetService("Selection") local n = 0 s.SelectionChanged:Connect(function() n += 1 end)
      s:Set({ workspace }) s:Add({ game.Lighting, workspace }) s:Remove({ workspace }) return #s:Get(), s:Get()[1].Name, n`;
    expect(await studio.values(code)).toEqual([1, "Lighting", 3]);
  });

  it("tell what Script Sync owns [B7]", async () => {
    await studio.run(
      'local f = Instance.new("Folder", game.ReplicatedStorage) f.Name = "Synced" Instance.new("ModuleScript", f) Instance.new("Part", f)',
    );
    await studio.dataModel.setFileSync(["ReplicatedStorage", "Synced"], "SyncedAsRoot", "/p/Synced");
    const code = `local sync = game:GetService("InstanceFileSyncService") local f = game.ReplicatedStorage.Synced
      return sync:GetStatus(f).Name, sync:GetStatus(f.ModuleScript).Name, sync:GetStatus(f.Part).Name, sync:GetStatus(workspace).Value,
        sync:GetSyncedInstance("/p/Synced") == f, sync:GetSyncedInstance("/x"), #sync:GetAllInstances()`;
    expect(await studio.values(code)).toEqual(["SyncedAsRoot", "SyncedAsDescendant", "NotSynced", 0, true, null, 2]);
    await studio.dataModel.setFileSync(["ReplicatedStorage", "Synced"], "Errored");
    const errored =
      'return game:GetService("InstanceFileSyncService"):GetStatus(game.ReplicatedStorage.Synced.ModuleScript).Name';
    expect(await studio.values(errored)).toEqual(["AncestorErrored"]);
    await studio.dataModel.setFileSync(["ReplicatedStorage", "Synced"], undefined);
    expect(await studio.values(errored)).toEqual(["NotSynced"]);
  });

  it("reflect classes and properties [C8]", async () => {
    const code = `local reflection = game:GetService("ReflectionService") local byName = {}
      for _, p in reflection:GetPropertiesOfClass("Part") do byName[p.Name] = p end
      return byName.Transparency.Type, byName.Transparency.Owner, byName.Transparency.Permits.Write ~= nil,
        byName.ClassName.Permits.Write, byName.Source, reflection:GetClass("Nope"), #reflection:GetClasses() > 900`;
    expect(await studio.values(code)).toEqual(["float", "BasePart", true, null, null, null, true]);
  });

  it("invoke bindables", async () => {
    const code = `local e, f = Instance.new("BindableEvent"), Instance.new("BindableFunction") local seen
      e.Event:Connect(function(x) seen = x end) e:Fire(5) f.OnInvoke = function(x) return x + 1 end return seen, f:Invoke(1)`;
    expect(await studio.values(code)).toEqual([5, 2]);
  });

  it("start and end tests through the host [A12]", async () => {
    const notices: unknown[] = [];
    studio.dataModel.onNotice((notice) => notices.push(notice));
    const call = studio.values('return game:GetService("StudioTestService"):ExecutePlayModeAsync("arguments")');
    const other = await studio.failure('game:GetService("StudioTestService"):ExecuteRunModeAsync()');
    expect(other).toContain("Previous call to start play session has not been completed");
    expect(notices).toEqual([{ kind: "startTest", mode: "play", arguments: "arguments" }]);
    await studio.dataModel.finishTest("result");
    expect(await call).toEqual(["result"]);
    expect(await studio.failure('game:GetService("StudioTestService"):EndTest(1)')).toContain("server");
  });
});

onBothVms(
  "services of an older engine",
  (studio) => {
    it.each(["ReflectionService", "StudioTestService"])("lack %s [C8, A12]", async (name) => {
      expect(await studio.failure(`game:GetService("${name}")`)).toContain("is not a valid Service name");
    });
  },
  { switches: { hasReflectionService: false, hasStudioTestService: false } },
);
