import { type RunningProcess, runProcess, startProcess } from "pi-extension-core/process";
import { describe, expect, it, onTestFinished } from "vitest";
import { fixtures as cwd, node, program, untilGone } from "../../fixtures/process/programs.ts";

interface Report {
  readonly pids: readonly number[];
  readonly listeners: readonly number[];
}

const hostArgs = (mode: string): string[] => ["--conditions=source", program("host.ts"), mode];

async function startHost(mode: string): Promise<{ host: RunningProcess; report: Report; output: () => string }> {
  const ready = Promise.withResolvers<Report>();
  let text = "";
  const onStdout = (piece: string): void => {
    text += piece;
    if (text.includes("\n")) ready.resolve(JSON.parse(text.slice(0, text.indexOf("\n"))) as Report);
  };
  const host = startProcess(node, hostArgs(mode), { cwd, onStdout });
  onTestFinished(async () => {
    await host.stop();
  });
  return { host, report: await ready.promise, output: () => text };
}

async function expectAllGone({ pids }: Report): Promise<void> {
  expect(pids).toHaveLength(2);
  for (const pid of pids) expect(await untilGone(pid)).toBe(true);
}

describe("when the host process ends", () => {
  it.each([
    ["by process.exit", "exit", 3],
    ["by an error", "throw", 1],
  ])("%s, its programs end with it, also those that ignore SIGTERM", async (_, mode, exitCode) => {
    const result = await runProcess(node, hostArgs(mode), { cwd });
    expect(result).toMatchObject({ reason: "exited", exitCode });
    await expectAllGone(JSON.parse(result.stdout.text) as Report);
  });

  describe.skipIf(process.platform === "win32")("by a signal", () => {
    it.each([["SIGINT"], ["SIGTERM"], ["SIGHUP"]] as const)("%s, it dies of it after its programs", async (signal) => {
      const { host, report } = await startHost("signal");
      process.kill(host.pid ?? 0, signal);
      expect(await host.finished).toMatchObject({ reason: "signalled", signal });
      await expectAllGone(report);
    });

    it("that a library such as proper-lockfile watches, it still dies of it after its programs", async () => {
      const { host, report } = await startHost("lock");
      process.kill(host.pid ?? 0, "SIGINT");
      expect(await host.finished).toMatchObject({ reason: "signalled", signal: "SIGINT" });
      await expectAllGone(report);
    });

    it("that the host handles, its own exit ends the programs", async () => {
      const { host, report } = await startHost("handled");
      process.kill(host.pid ?? 0, "SIGINT");
      expect(await host.finished).toMatchObject({ reason: "exited", exitCode: 42 });
      await expectAllGone(report);
    });

    it("that the host survives, the programs survive, too, and a later one ends them", async () => {
      const { host, report, output } = await startHost("survives");
      process.kill(host.pid ?? 0, "SIGINT");
      await expect.poll(output).toContain("SURVIVED");
      for (const pid of report.pids) expect(await untilGone(pid, 100)).toBe(false);
      process.kill(host.pid ?? 0, "SIGTERM");
      expect(await host.finished).toMatchObject({ reason: "signalled", signal: "SIGTERM" });
      await expectAllGone(report);
    });
  });
});

describe("the handlers of the host", () => {
  it("are one of each while programs run", async () => {
    const { report } = await startHost("signal");
    expect(report.listeners).toEqual([1, 1, 1, 1]);
  });

  it("are removed once no program runs", async () => {
    const { report } = await startHost("finished");
    expect(report.listeners).toEqual([0, 0, 0, 0]);
  });
});
