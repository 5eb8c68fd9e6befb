import { call, createWorkspace, listProcesses, type PiEvent, say, startPiRpc, supportedPis } from "testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { sampleExtension } from "../../fixtures/sample-extension-path.ts";

type Options = Parameters<typeof startPiRpc>[0];

async function start(options: Pick<Options, "pi" | "script"> & Partial<Options>) {
  const ws = await createWorkspace();
  onTestFinished(ws.cleanup);
  const rpc = await startPiRpc({ cwd: ws.root, extensions: [sampleExtension], ...options });
  onTestFinished(async () => {
    await rpc.close();
  });
  return rpc;
}

const isToolStart = (event: PiEvent): boolean => event.type === "tool_execution_start";

describe.each(supportedPis)("startPiRpc on $name", (pi) => {
  it("sends prompts one after the other and waits for each run to settle", async () => {
    const rpc = await start({ pi, script: [call("sample_echo", { text: "abc" }), say("first"), say("second")] });
    const first = await rpc.prompt("one");
    expect(first).toMatchObject({
      finalText: "first",
      toolCalls: [{ name: "sample_echo", result: { text: "echo abc" } }],
    });
    const second = await rpc.prompt("two");
    expect(second).toMatchObject({ finalText: "second", toolCalls: [] });
    expect(await rpc.requests()).toHaveLength(3);
    expect(await rpc.close()).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("answers confirm, select and input of a command and collects notifications and status", async () => {
    const rpc = await start({
      pi,
      script: [],
      dialogs: [
        { method: "confirm", answer: true },
        { title: "select", answer: "green" },
        { title: /input$/, answer: "word" },
      ],
    });
    await rpc.prompt("/sample it");
    expect(rpc.journal.notifications).toEqual([
      { message: "confirmed=true selected=green typed=word sessions=1", level: "info" },
    ]);
    expect(rpc.journal.dialogs.map(({ method, answer }) => [method, answer])).toEqual([
      ["confirm", true],
      ["select", "green"],
      ["input", "word"],
    ]);
    expect(rpc.journal.dialogs[0]?.message).toBe("Go on with it?");
    expect(rpc.journal.statuses.get("sample")).toBe("sample ready (startup)");
    expect((await rpc.commands()).map(({ name }) => name)).toEqual(
      expect.arrayContaining(["sample", "sample-ask-model"]),
    );
  });

  it("asks a callback, which may close a dialog without an answer", async () => {
    const rpc = await start({
      pi,
      script: [],
      dialogs: async (dialog) => (dialog.method === "confirm" ? false : null),
    });
    await rpc.prompt("/sample it");
    expect(rpc.journal.notifications[0]?.message).toBe("confirmed=false selected=undefined typed=undefined sessions=1");
  });

  it("fails on a dialog that the test does not expect", async () => {
    const rpc = await start({ pi, script: [] });
    await expect(rpc.prompt("/sample it")).rejects.toMatchObject({ code: "DIALOG_UNEXPECTED" });
  });

  it("waits for the run that a command starts", async () => {
    const rpc = await start({ pi, script: [say("answer")] });
    const turn = await rpc.prompt("/sample-ask-model question", { expectRun: true });
    expect(turn.finalText).toBe("answer");
  });

  it("aborts a running tool, and the next prompt works", async () => {
    const rpc = await start({ pi, script: [call("sample_wait"), say("after")] });
    await rpc.start("wait");
    await rpc.waitForEvent(isToolStart);
    await rpc.abort();
    await rpc.settled();
    expect(rpc.journal.events.findLast(({ type }) => type === "tool_execution_end")).toMatchObject({ isError: true });
    expect((await rpc.prompt("go on")).finalText).toBe("after");
  });

  it("aborts a model that is silent", async () => {
    const rpc = await start({ pi, script: [say("late", { delayMs: 600_000 }), say("after")] });
    await rpc.start("wait");
    await rpc.waitForEvent(({ type }) => type === "turn_start");
    await rpc.abort();
    await rpc.settled();
    expect((await rpc.prompt("go on")).finalText).toBe("after");
  });

  it("steers a run that is under way", async () => {
    const rpc = await start({ pi, script: [call("bash", { command: "sleep 0.3" }), say("done")] });
    await rpc.start("first");
    await rpc.waitForEvent(isToolStart);
    await rpc.start("second", { streamingBehavior: "steer" });
    await rpc.settled();
    const requests = await rpc.requests();
    expect(JSON.stringify(requests.at(-1)?.messages)).toContain("second");
  });

  it("reloads extensions, starts and switches sessions, and goes on in the script", async () => {
    const rpc = await start({ pi, script: [say("one"), say("two"), say("three")] });
    await rpc.prompt("a");
    const { sessionFile } = (await rpc.request("get_state")) as { sessionFile: string };
    await rpc.reload();
    expect(rpc.journal.statuses.get("sample")).toBe("sample ready (reload)");
    expect((await rpc.prompt("b")).finalText).toBe("two");
    await rpc.newSession();
    expect(rpc.journal.statuses.get("sample")).toBe("sample ready (new)");
    await rpc.switchSession(sessionFile);
    expect((await rpc.prompt("c")).finalText).toBe("three");
    expect(JSON.stringify((await rpc.requests()).at(-1)?.messages)).toContain("one");
  });

  it("fails at once when the script runs out, whatever is waited for", async () => {
    const rpc = await start({ pi, script: [say("only")] });
    await rpc.prompt("a");
    await rpc.start("b");
    await expect(rpc.waitForEvent(isToolStart)).rejects.toMatchObject({ code: "SCRIPT_EXHAUSTED" });
  });

  it("fails clearly when a command is refused and when Pi ends", async () => {
    const rpc = await start({ pi, script: [] });
    await expect(rpc.request("no_such_command")).rejects.toMatchObject({ code: "RPC_FAILED" });
    process.kill(rpc.pid, "SIGKILL");
    await expect(rpc.request("get_state")).rejects.toMatchObject({ code: "PI_EXITED" });
  });

  it("fails to start when an extension does not load, and leaves nothing behind", async () => {
    const failure = await start({ pi, script: [], extensions: ["/nowhere/extension.ts"] }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: "PI_EXITED" });
    expect(String(failure)).toContain("/nowhere/extension.ts");
  });

  it("ends what a tool has started together with Pi", async () => {
    const rpc = await start({ pi, script: [call("bash", { command: "sleep 4322" }), say("never")] });
    await rpc.start("wait");
    await rpc.waitForEvent(isToolStart);
    await rpc.close();
    const left = (await listProcesses()).filter((row) => !row.isZombie && row.command.includes("sleep 4322"));
    expect(left).toEqual([]);
  });
});
