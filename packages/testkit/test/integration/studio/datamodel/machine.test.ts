import { expect, it, onTestFinished } from "vitest";
import { createDataModel, type DataModelOptions } from "../../../../src/studio/vm/data-model.ts";
import { onBothVms } from "./both-vms.ts";

onBothVms("the virtual machine", (studio) => {
  const start = async (options: DataModelOptions = {}) => {
    const dataModel = await createDataModel({ vm: studio.vm, ...options });
    onTestFinished(() => dataModel.close());
    return dataModel;
  };

  it("is ended when code runs on without yielding, and says so to all who wait [F]", async () => {
    const dataModel = await start({ timeLimitMs: 500 });
    const outcomes = await Promise.allSettled([
      dataModel.execute("task.wait(60)"),
      dataModel.execute("while true do end"),
    ]);
    const failure = { status: "rejected", reason: { code: "VM_TIMED_OUT" } };
    expect(outcomes).toMatchObject([failure, failure]);
    await expect(dataModel.execute("return 1")).rejects.toMatchObject({ code: "VM_TIMED_OUT" });
  });

  it("rejects what waits when it is closed, and closes twice [F]", async () => {
    const dataModel = await start();
    const [outcome] = await Promise.allSettled([
      dataModel.execute("coroutine.yield()"),
      dataModel.close(),
      dataModel.close(),
    ]);
    expect(outcome).toMatchObject({ status: "rejected", reason: { code: "VM_CLOSED" } });
  });

  it("takes long code and gives long results", async () => {
    const text = "ö😀x".repeat(100_000);
    expect(await studio.run(`return #${JSON.stringify(text)}`)).toBe(String(Buffer.byteLength(text)));
  });

  it("compiles many chunks without growing [F]", async () => {
    const code = (count: number) => `for i = 1, ${count} do assert(loadstring("return " .. i))() end return gcinfo()`;
    await studio.run(code(100));
    const before = Number(await studio.run("return gcinfo()"));
    for (let round = 0; round < 20; round += 1) await studio.run(code(200));
    expect(Number(await studio.run("return gcinfo()"))).toBeLessThan(before + 4000);
  });

  it("holds 40,000 instances with properties [F]", async () => {
    const dataModel = await start();
    const code = `for i = 1, 40000 do local p = Instance.new("Part") p.Name = "x" .. i p.Position = Vector3.new(i, 2, 3)
      p.Anchored = true p.Parent = workspace end return #workspace:GetChildren()`;
    expect(await dataModel.execute(code)).toMatchObject({ text: "40002" });
  });

  it("keeps two DataModels apart", async () => {
    const [a, b] = await Promise.all([start(), start()]);
    await a.execute('workspace.Name = "A"');
    expect(await b.execute("return workspace.Name")).toMatchObject({ text: "Workspace" });
  });

  it("survives deep recursion and a flood of output", async () => {
    expect(await studio.failure("local function f() return 1 + f() end return f()")).toContain("stack overflow");
    await studio.run('for i = 1, 5000 do print(string.rep("x", 100)) end');
    expect(await studio.run("return 1")).toBe("1");
  });
});

onBothVms("a DataModel after another that was closed", (studio) => {
  it("knows nothing of it [F]", async () => {
    const first = await createDataModel({ vm: studio.vm });
    const guid = 'return game:GetService("HttpService"):GenerateGUID()';
    const change = 'workspace.Name = "Used" _G.used = true shared.used = true print("used") task.delay(60, print) ';
    const before = await first.execute(change + guid);
    await first.close();
    const second = await createDataModel({ vm: studio.vm });
    onTestFinished(() => second.close());
    expect(await second.execute("return { workspace.Name, tostring(_G.used), tostring(shared.used) }")).toMatchObject({
      text: '{"1":"Workspace","2":"nil","3":"nil"}',
    });
    expect(await second.execute('return #game:GetService("LogService"):GetLogHistory()')).toMatchObject({ text: "0" });
    expect(await second.execute(change + guid)).not.toEqual(before);
    await expect(first.execute("return 1")).rejects.toMatchObject({ code: "VM_CLOSED" });
  });
});

it("ends a luau-web machine when its memory is full, and the next one starts [F]", async () => {
  const full = await createDataModel({ vm: "web" });
  onTestFinished(() => full.close());
  const code = "local t = {} for i = 1, 1e9 do t[i] = string.rep(tostring(i), 1000) end";
  await expect(full.execute(code)).rejects.toMatchObject({ code: "VM_CLOSED" });
  await full.close();
  const next = await createDataModel({ vm: "web" });
  onTestFinished(() => next.close());
  expect(await next.execute("return 1")).toMatchObject({ text: "1" });
});
