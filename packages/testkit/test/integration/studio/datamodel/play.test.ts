import { expect, it, onTestFinished } from "vitest";
import type { DataModel } from "../../../../src/studio/vm/data-model.ts";
import { onBothVms } from "./both-vms.ts";

const SCRIPTS = `local function add(class, name, parent, source, context)
    local s = Instance.new(class) s.Name = name s.Source = source if context then s.RunContext = context end s.Parent = parent end
  add("Script", "Server", game.ServerScriptService, "print('server', game:GetService('RunService'):IsServer())")
  add("Script", "Off", game.ServerScriptService, "print('off')") game.ServerScriptService.Off.Disabled = true
  add("Script", "My Script", game.ServerScriptService, "local x\\nprint(x.y)")
  add("Script", "Everywhere", game.ReplicatedStorage, "print('context', script:GetFullName())", "Client")
  add("LocalScript", "Local", game.StarterPlayer.StarterPlayerScripts, "print('local', script:GetFullName(), game:GetService('Players').LocalPlayer.Name)")
  add("LocalScript", "Gui", game.StarterGui, "print('gui', script:GetFullName())")
  add("LocalScript", "Body", game.StarterPlayer.StarterCharacterScripts, "print('body', script:GetFullName())")
  add("Script", "Broken", game.ServerScriptService, "local =")`;

onBothVms("a playtest", (studio) => {
  const fork = async (role: "client" | "server"): Promise<DataModel> => {
    const dataModel = await studio.dataModel.fork(role);
    onTestFinished(() => dataModel.close());
    return dataModel;
  };
  const texts = (dataModel: DataModel) => dataModel.messages().map(({ text }) => text);

  it("runs the scripts of the server, with their errors in the console [A7, D1]", async () => {
    await studio.run(SCRIPTS);
    const server = await fork("server");
    await server.startScripts();
    expect(texts(server)).toEqual([
      "server true",
      "ServerScriptService.My Script:2: attempt to index nil with 'y'",
      "Stack Begin",
      "Script 'ServerScriptService.My Script', Line 2",
      "Stack End",
      expect.stringMatching(/^ServerScriptService\.Broken:1: /),
      "Stack Begin",
      "Script 'ServerScriptService.Broken', Line 1",
      "Stack End",
    ]);
  });

  it("runs clones of the starter containers on the client [D1]", async () => {
    const client = await fork("client");
    await client.startScripts();
    expect(texts(client).toSorted()).toEqual([
      "body Workspace.Player1.Body",
      "context ReplicatedStorage.Everywhere",
      "gui Players.Player1.PlayerGui.Gui",
      "local Players.Player1.PlayerScripts.Local Player1",
    ]);
    const result = await client.execute("return #game.ServerScriptService:GetChildren()");
    expect(result).toMatchObject({ text: "0" });
  });

  it("lets the player join after the scripts of the server have started", async () => {
    const code = `local s = Instance.new("Script") s.Name = "Join" s.Parent = game.ServerScriptService
      s.Source = "local function joined(p) print(p.Name, p.Character) p.CharacterAdded:Connect(print) end print(#game.Players:GetPlayers()) game.Players.PlayerAdded:Connect(joined)"`;
    await studio.run(code);
    const server = await fork("server");
    await server.startScripts();
    const found = texts(server);
    expect(found.slice(found.indexOf("0"))).toEqual(["0", "Player1 nil", "Player1"]);
  });

  it("changes copies that vanish with it [A7]", async () => {
    const server = await fork("server");
    await server.execute('Instance.new("Folder", workspace).Name = "Made while playing"');
    await server.close();
    expect(await studio.values('return workspace:FindFirstChild("Made while playing")')).toEqual([null]);
    await expect(server.execute("return 1")).rejects.toMatchObject({ code: "VM_CLOSED" });
  });

  it("hands its arguments over, and asks the host to end it [A12]", async () => {
    const server = await studio.dataModel.fork("server", { type: "Vector3", x: 1, y: 2, z: 3 });
    onTestFinished(() => server.close());
    const notices: unknown[] = [];
    server.onNotice((notice) => notices.push(notice));
    const code =
      'local s = game:GetService("StudioTestService") s:EndTest({ 1 }) s:EndTest(5) return s:GetTestArgs().Z';
    expect(await server.execute(code)).toMatchObject({ text: "3" });
    expect(notices).toEqual([
      { kind: "endTest", value: expect.stringMatching(/^table/) },
      { kind: "endTest", value: 5 },
    ]);
  });

  it("tells its side", async () => {
    const server = await fork("server");
    const client = await fork("client");
    const code =
      'local r = game:GetService("RunService") return { r:IsServer(), r:IsClient(), r:IsRunning(), r:IsEdit() }';
    expect(await server.execute(code)).toMatchObject({ text: '{"1":true,"2":false,"3":true,"4":false}' });
    expect(await client.execute(code)).toMatchObject({ text: '{"1":false,"2":true,"3":true,"4":false}' });
  });
});
