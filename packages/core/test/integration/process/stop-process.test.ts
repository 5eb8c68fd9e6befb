import { type RunResult, runProcess, startProcess, terminateTree } from "pi-extension-core/process";
import { describe, expect, it, onTestFinished } from "vitest";
import { fixtures as cwd, isAlive, node, program, untilGone } from "../../fixtures/process/programs.ts";

const isWindows = process.platform === "win32";

/** Resolves with the first text of a program; the program is passed to `stop` cleanly by the test itself. */
function started(name: string, args: readonly string[] = [], options: object = {}) {
  const first = Promise.withResolvers<string>();
  const child = startProcess(node, [program(name), ...args], { cwd, ...options, onStdout: first.resolve });
  onTestFinished(async () => {
    await child.stop();
  });
  return { child, firstOutput: first.promise };
}

function grandchildOf(result: RunResult): number {
  const pid = Number(result.stdout.text.trim().split("\n")[0]);
  expect(pid).toBeGreaterThan(1);
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, "SIGKILL");
  });
  return pid;
}

describe("an abort", () => {
  it("before the start starts nothing", async () => {
    const result = await runProcess(node, [program("wait.mjs")], { cwd, signal: AbortSignal.abort() });
    expect(result).toMatchObject({ ok: false, reason: "aborted", pid: undefined, exitCode: undefined });
    expect(result.error).toBeUndefined();
  });

  it("while the program runs ends it, and is no error", async () => {
    const abort = new AbortController();
    const { child, firstOutput } = started("wait.mjs", [], { signal: abort.signal });
    await firstOutput;
    abort.abort();
    const result = await child.finished;
    expect(result).toMatchObject({ ok: false, reason: "aborted", stdout: { text: "ready\n" } });
    expect(result.error).toBeUndefined();
    expect(isAlive(child.pid ?? 0)).toBe(false);
  });

  it("directly after the start leaves nothing behind", async () => {
    const abort = new AbortController();
    const child = startProcess(node, [program("wait.mjs")], { cwd, signal: abort.signal });
    abort.abort();
    expect(await child.finished).toMatchObject({ reason: "aborted" });
    expect(isAlive(child.pid ?? 0)).toBe(false);
  });

  it("after the end changes nothing", async () => {
    const abort = new AbortController();
    const result = await runProcess(node, ["-e", "0"], { cwd, signal: abort.signal });
    abort.abort();
    expect(result).toMatchObject({ ok: true, reason: "exited" });
  });
});

describe("a timeout", () => {
  it("ends the program and says after which time", async () => {
    const result = await runProcess(node, [program("wait.mjs")], { cwd, timeoutMs: 300 });
    expect(result).toMatchObject({ ok: false, reason: "timed-out" });
    expect(result.error).toMatchObject({ code: "TIMED_OUT", data: { timeoutMs: 300 } });
    expect(isAlive(result.pid ?? 0)).toBe(false);
  });

  it("counts as the reason when an abort follows", async () => {
    const signal = AbortSignal.timeout(600);
    const args = [program("ignore-sigterm.mjs")];
    const result = await runProcess(node, args, { cwd, timeoutMs: 400, signal, graceMs: 400 });
    expect(result.reason).toBe("timed-out");
  });

  it.skipIf(isWindows)("stays the reason when the program answers SIGTERM with an exit code of its own", async () => {
    const { child, firstOutput } = started("ignore-sigterm.mjs", ["1"], { timeoutMs: 3000 });
    await firstOutput;
    expect(await child.finished).toMatchObject({ ok: false, reason: "timed-out", exitCode: 7 });
  });
});

describe.skipIf(isWindows)("a program that ignores SIGTERM", () => {
  it("is ended by SIGKILL after the grace time, while its output is still read", async () => {
    const { child, firstOutput } = started("ignore-sigterm.mjs", [], { graceMs: 200 });
    await firstOutput;
    const result = await child.stop();
    expect(result).toMatchObject({ reason: "stopped", signal: "SIGKILL", stdout: { text: "ready\nSIGTERM 1\n" } });
    expect(result.error).toBeUndefined();
  });

  it("gets a second SIGTERM where several grace times are given", async () => {
    const { child, firstOutput } = started("ignore-sigterm.mjs", ["2"], { graceMs: [200, 5000] });
    await firstOutput;
    expect(await child.stop()).toMatchObject({ reason: "stopped", exitCode: 7 });
  });

  it("is ended at once where no grace time is given", async () => {
    const { child, firstOutput } = started("ignore-sigterm.mjs", [], { graceMs: [] });
    await firstOutput;
    expect(await child.stop()).toMatchObject({ signal: "SIGKILL", stdout: { text: "ready\n" } });
  });

  it("is ended by terminateTree", async () => {
    const { child, firstOutput } = started("ignore-sigterm.mjs");
    await firstOutput;
    expect(await terminateTree(child.pid ?? 0, [100])).toBe(true);
    expect(await child.finished).toMatchObject({ reason: "signalled", signal: "SIGKILL" });
  });
});

describe.skipIf(isWindows)("terminateTree", () => {
  it.each([0, 1, -1, -5, 1.5, Number.NaN])("refuses %d, which would mean other processes", async (pid) => {
    await expect(terminateTree(pid, [])).rejects.toThrow(TypeError);
  });
});

describe.skipIf(isWindows)("a program that leaves another one behind", () => {
  const leave = (args: readonly string[], options: object = {}): Promise<RunResult> =>
    runProcess(node, [program("leave-grandchild.mjs"), ...args], { cwd, graceMs: 200, ...options });

  it.each([["pipes"], ["silent"]])("is done when it exits, and the other is ended (%s)", async (output) => {
    const result = await leave([output, "group", "0"]);
    expect(result).toMatchObject({ ok: true, reason: "exited", exitCode: 0, outputComplete: true });
    expect(isAlive(grandchildOf(result))).toBe(false);
  });

  it("keeps its exit code, though the other one has to be ended by SIGKILL", async () => {
    const result = await leave(["pipes", "stubborn", "5"]);
    expect(result).toMatchObject({ ok: false, reason: "exited", exitCode: 5, outputComplete: true });
    expect(isAlive(grandchildOf(result))).toBe(false);
  });

  it("returns, though the other one left the group and holds the pipes", async () => {
    const result = await leave(["pipes", "session", "0"]);
    expect(result).toMatchObject({ ok: true, reason: "exited", outputComplete: false });
    expect(isAlive(grandchildOf(result))).toBe(true);
  });

  it("leaves the other one alone where the caller wants it so", async () => {
    const result = await leave(["silent", "group", "0"], { killLeftovers: false });
    expect(result).toMatchObject({ ok: true });
    expect(isAlive(grandchildOf(result))).toBe(true);
  });

  /** Aborts as soon as the other one is there. */
  const leaveAndAbort = (place: string): Promise<RunResult> => {
    const abort = new AbortController();
    return leave(["pipes", place, "stay"], { signal: abort.signal, onStdout: () => abort.abort() });
  };

  it.each([["group"], ["stubborn"]])("is ended with it by an abort (%s)", async (place) => {
    const result = await leaveAndAbort(place);
    expect(result).toMatchObject({ reason: "aborted", outputComplete: true });
    expect(isAlive(grandchildOf(result))).toBe(false);
  });

  it("returns after an abort, though the other one left the group and holds the pipes", async () => {
    const result = await leaveAndAbort("session");
    expect(result).toMatchObject({ reason: "aborted", outputComplete: false });
    expect(isAlive(grandchildOf(result))).toBe(true);
  });
});

describe("a started program", () => {
  it("answers what is written to it until its input is closed", async () => {
    const { child, firstOutput } = started("echo-stdin.mjs", [], { keepStdinOpen: true, stdin: "first" });
    expect(await firstOutput).toBe("first");
    expect(await child.writeStdin(" second")).toBe(true);
    child.endStdin();
    expect(await child.finished).toMatchObject({ ok: true, stdout: { text: "first second" } });
  });

  it("takes no more input after its end, and says so instead of throwing", async () => {
    const child = startProcess(node, ["-e", "0"], { cwd, keepStdinOpen: true });
    await child.finished;
    expect(await child.writeStdin("late")).toBe(false);
    child.endStdin();
    expect(await child.stop()).toBe(await child.finished);
  });

  it("that could not start behaves like one that has ended", async () => {
    const child = startProcess("no-such-program", [], { cwd });
    expect(child.pid).toBeUndefined();
    expect(await child.writeStdin("x")).toBe(false);
    child.endStdin();
    expect(await child.stop()).toMatchObject({ reason: "spawn-failed" });
  });

  it("is gone when stop resolves", async () => {
    const { child, firstOutput } = started("wait.mjs");
    await firstOutput;
    expect(await child.stop()).toMatchObject({ ok: false, reason: "stopped" });
    expect(await untilGone(child.pid ?? 0, 0)).toBe(true);
  });
});
