import { expect, it } from "vitest";
import { onBothVms } from "./both-vms.ts";

const LOG = "local log = {} local function note(text) table.insert(log, text) end ";

onBothVms("tasks", (studio) => {
  it("run at once, after the script, and later", async () => {
    const code = `${LOG}task.defer(function() note("deferred") end) task.spawn(function(x) note(x) end, "spawned") note("script")
      task.delay(0.02, function() note("delayed") end) task.wait(0.1) return table.concat(log, ",")`;
    expect(await studio.values(code)).toEqual(["spawned,script,deferred,delayed"]);
  });

  it("wait about as long as asked and tell how long", async () => {
    const [told, real] = await studio.values(
      "local t = os.clock() local told = task.wait(0.05) return told, os.clock() - t",
    );
    expect(told).toBeGreaterThanOrEqual(0.05);
    expect(real).toBeGreaterThanOrEqual(0.05);
  });

  it("can be cancelled", async () => {
    const code = `${LOG}local t = task.delay(0.02, function() note("never") end) task.cancel(t) task.wait(0.06) return #log`;
    expect(await studio.values(code)).toEqual([0]);
  });

  it("resume threads that yielded", async () => {
    const code = `local co = coroutine.running() task.defer(function() task.spawn(co, "value") end) return coroutine.yield()`;
    expect(await studio.values(code)).toEqual(["value"]);
  });

  it("finish a call whose thread another thread resumes", async () => {
    const code = `local co = coroutine.running() task.delay(0, function() coroutine.resume(co, "resumed") end) return coroutine.yield()`;
    expect(await studio.values(code)).toEqual(["resumed"]);
  });

  it("let another call run while one waits", async () => {
    const slow = studio.run('while not workspace:GetAttribute("go") do task.wait() end return "slow"');
    expect(await studio.run('workspace:SetAttribute("go", true) return "fast"')).toBe("fast");
    expect(await slow).toBe("slow");
  });

  it("count frames", async () => {
    const code = `local n = 0 local c = game:GetService("RunService").Heartbeat:Connect(function(dt) n += 1 end)
      task.wait(0.2) c:Disconnect() local seen = n task.wait(0.1) return seen > 3, n == seen`;
    expect(await studio.values(code)).toEqual([true, true]);
  });

  it("wait for a child that comes, with a limit, and not at all for one that is there", async () => {
    const code = `local f = Instance.new("Folder") Instance.new("Part", f)
      task.defer(function() Instance.new("Model", f) end)
      return f:WaitForChild("Part").Name, f:WaitForChild("Model").Name, f:WaitForChild("Nope", 0.05)`;
    expect(await studio.values(code)).toEqual(["Part", "Model", null]);
  });

  it("see coroutines as Luau has them", async () => {
    const code = `local co = coroutine.create(function(a) local b = coroutine.yield(a + 1) return b * 2 end)
      local _, first = coroutine.resume(co, 1) local status = coroutine.status(co) local _, second = coroutine.resume(co, 5)
      local gen = coroutine.wrap(function() coroutine.yield(7) end)
      return first, status, second, coroutine.status(co), gen(), (coroutine.resume(co))`;
    expect(await studio.values(code)).toEqual([2, "suspended", 10, "dead", 7, false]);
  });
});

onBothVms(
  "tasks that wait for a child without a limit",
  (studio) => {
    it("warn after some time, and wait on [A6, D1]", async () => {
      const call = studio.run('return workspace:WaitForChild("Late").Name');
      await studio.run("task.wait(0.1)");
      const warnings = studio.dataModel.messages().filter(({ type }) => type === "MessageWarning");
      expect(warnings.map(({ text }) => text)).toEqual([
        "Infinite yield possible on 'Workspace:WaitForChild(\"Late\")'",
      ]);
      await studio.run(
        'Instance.new("Folder", workspace).Name = "x" workspace.x.Name = "Late" Instance.new("Folder", workspace).Name = "Late"',
      );
      await studio.run('local f = Instance.new("Folder") f.Name = "Late" f.Parent = workspace');
      expect(await call).toBe("Late");
    });
  },
  { switches: { infiniteYieldSeconds: 0.05 } },
);
