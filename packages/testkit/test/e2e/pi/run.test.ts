import { stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
  call,
  createWorkspace,
  fail,
  findSecretLeaks,
  listProcesses,
  resultOf,
  runPi,
  say,
  supportedPis,
} from "testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { sampleExtension } from "../../fixtures/sample-extension-path.ts";

async function workspace(options: Parameters<typeof createWorkspace>[0] = {}) {
  const made = await createWorkspace(options);
  onTestFinished(made.cleanup);
  return made;
}

describe.each(supportedPis)("runPi on $name", (pi) => {
  const extensions = [sampleExtension];

  it("returns calls, results, texts and the session of a JSON run", async () => {
    const ws = await workspace({ awkwardPath: true });
    const run = await runPi({
      pi,
      cwd: ws.root,
      extensions,
      prompt: "echo something",
      script: [
        call("sample_echo", { text: "line\u2028separator" }, { thinking: "hm" }),
        call("sample_echo", { text: resultOf("details.nested.items.0", "sample_echo") }),
        call("sample_fail"),
        say("all done"),
      ],
    });
    expect(run).toMatchObject({ exitCode: 0, signal: null, stderr: "", finalText: "all done" });
    expect(run.toolCalls.map((entry) => [entry.name, entry.args, entry.result?.isError])).toEqual([
      ["sample_echo", { text: "line\u2028separator" }, false],
      ["sample_echo", { text: "line\u2028separator" }, false],
      ["sample_fail", {}, true],
    ]);
    const [first] = run.toolCalls;
    expect(first?.updates).toEqual(["halfway"]);
    expect(first?.result).toMatchObject({
      text: "echo line\u2028separator",
      images: [{ mimeType: "image/png" }],
      details: { length: 14, nested: { items: ["line\u2028separator"] } },
      structuredContent: { text: "line\u2028separator" },
    });
    expect(run.toolCalls[2]?.result?.text).toContain("SAMPLE_BROKEN");
    expect(run.sessionFile?.entries[0]).toMatchObject({ type: "session", cwd: ws.root });
  });

  it("returns what a user of print mode sees, and the same calls", async () => {
    const ws = await workspace();
    const script = [call("sample_echo", { text: "abc" }), say("all done")];
    const run = await runPi({ pi, cwd: ws.root, extensions, mode: "print", prompt: "go", script });
    expect(run).toMatchObject({ exitCode: 0, finalText: "all done", stdout: "all done", events: [] });
    expect(run.toolCalls).toMatchObject([{ name: "sample_echo", args: { text: "abc" }, result: { text: "echo abc" } }]);
  });

  it("shows system prompt, tools and messages as the model saw them", async () => {
    const ws = await workspace();
    const script = [call("sample_echo", { text: "abc" }), say("done")];
    const run = await runPi({
      pi,
      cwd: ws.root,
      extensions,
      prompt: "go",
      script,
      args: ["--tools", "read,sample_echo"],
    });
    expect(run.tools.map((tool) => tool.name).sort()).toEqual(["read", "sample_echo"]);
    expect(run.tools.find((tool) => tool.name === "sample_echo")).toMatchObject({
      description: "sample_echo returns its text.",
      parameters: { type: "object", properties: { text: { type: "string" } } },
    });
    expect(run.systemPrompt).toContain("sample_echo");
    expect(run.requests.map(({ messages }) => messages.map(({ role }) => role))).toEqual([
      ["user"],
      ["user", "assistant", "toolResult"],
    ]);
  });

  it("takes several user turns, several calls at once, scripted usage and a model of another size", async () => {
    const ws = await workspace();
    const run = await runPi({
      pi,
      cwd: ws.root,
      extensions,
      prompts: ["- one", "two"],
      script: {
        model: { contextWindow: 50_000 },
        turns: [
          { calls: ["a", "b"].map((text) => ({ name: "sample_echo", args: { text } })) },
          say("first", { usage: { input: 10, output: 5, cost: 0.25 } }),
          say("second"),
        ],
      },
    });
    expect(run.toolCalls.map((entry) => entry.result?.text)).toEqual(["echo a", "echo b"]);
    const texts = run.events.flatMap(({ type, message }) => (type === "message_end" ? [JSON.stringify(message)] : []));
    expect(texts.filter((text) => text.includes('"role":"user"'))).toHaveLength(2);
    expect(texts.find((text) => text.includes('"first"'))).toContain('"total":0.25');
    expect(run.finalText).toBe("second");
  });

  it("asks a script module for each turn", async () => {
    const ws = await workspace();
    const module = fileURLToPath(new URL("../../fixtures/script-module.mjs", import.meta.url));
    const run = await runPi({
      pi,
      cwd: ws.root,
      extensions,
      prompt: "go",
      script: { module },
      args: ["--tools", "sample_echo"],
    });
    expect(run.toolCalls.map((entry) => entry.args)).toEqual([{ text: "1 messages" }, { text: "3 messages" }]);
    expect(run.finalText).toBe("asked 3 times, told about 1 tools");
  });

  it("hands over a prompt that begins with @", async () => {
    const ws = await workspace();
    const run = await runPi({ pi, cwd: ws.root, prompt: "@nobody here", script: [say("ok")] });
    expect(JSON.stringify(run.requests[0]?.messages)).toContain("@nobody here");
  });

  it("shows a provider error as Pi does, without throwing", async () => {
    const ws = await workspace();
    const run = await runPi({ pi, cwd: ws.root, mode: "print", prompt: "go", script: [fail("401 invalid key")] });
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain("401 invalid key");
  });

  it("shows an extension that does not load as exit code and stderr", async () => {
    const ws = await workspace({ files: { "broken.ts": "export default 1 +;" } });
    const run = await runPi({ pi, cwd: ws.root, extensions: [ws.path("broken.ts")], prompt: "go", script: [] });
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain("broken.ts");
  });

  it("fails when the script is too short or refers to nothing", async () => {
    const ws = await workspace();
    const base = { pi, cwd: ws.root, extensions, prompt: "go" };
    await expect(runPi({ ...base, script: [call("sample_echo", { text: "a" })] })).rejects.toMatchObject({
      code: "SCRIPT_EXHAUSTED",
    });
    await expect(runPi({ ...base, script: [say(resultOf("text", "no_such_tool"))] })).rejects.toMatchObject({
      code: "SCRIPT_INVALID",
    });
  });

  it.each([
    ["hangs", call("bash", { command: "sleep 4321" }), "sleep 4321"],
    ["is frozen and ignores SIGTERM", call("sample_freeze", { seconds: "4323" }), "sleep 4323"],
  ])("ends a run that %s, with all it started, and says where it was", async (_how, turn, command) => {
    const ws = await workspace();
    const options = { pi, cwd: ws.root, extensions, prompt: "go", script: [turn], timeoutMs: 2500 };
    const failure = await runPi(options).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "PI_TIMED_OUT" });
    expect(String(failure)).toContain("tool_execution_start");
    const left = (await listProcesses()).filter((row) => !row.isZombie && row.command.includes(command));
    expect(left).toEqual([]);
  });

  it("ends Pi on the caller's signal", async () => {
    const ws = await workspace();
    const controller = new AbortController();
    const run = await runPi({
      pi,
      cwd: ws.root,
      extensions,
      prompt: "go",
      script: [call("sample_wait"), say("never")],
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type === "tool_execution_start") controller.abort();
      },
    });
    expect(run.exitCode).toBe(143);
    expect(run.finalText).not.toBe("never");
  });

  it("keeps secrets, home and agent folder of the developer away from Pi", async () => {
    const ws = await workspace();
    process.env["TESTKIT_CANARY_KEY"] = "canary-key-4711";
    onTestFinished(() => void delete process.env["TESTKIT_CANARY_KEY"]);
    const command = 'env; echo "home: $HOME"';
    const run = await runPi({
      pi,
      cwd: ws.root,
      prompt: "go",
      script: [call("bash", { command }), say("done")],
      env: { GIVEN: "given-value" },
      stateDir: ws.path("state"),
    });
    const printed = run.toolCalls[0]?.result?.text ?? "";
    expect(printed).toContain("GIVEN=given-value");
    expect(printed).toContain(`home: ${ws.path("state/home")}`);
    const search = { directories: [ws.root], texts: { stdout: run.stdout, stderr: run.stderr } };
    expect(await findSecretLeaks({ ...search, secrets: { key: "canary-key-4711" } })).toEqual([]);
    // The search does look where Pi writes: what was given on purpose is in session, stream and request log.
    const found = await findSecretLeaks({ ...search, secrets: { given: "given-value" } });
    expect(found.map(({ where }) => where)).toEqual(
      expect.arrayContaining([
        "stdout",
        expect.stringContaining("sessions"),
        expect.stringContaining("requests.jsonl"),
      ]),
    );
  });

  it("keeps a given agent folder for the next run and removes its own folders", async () => {
    const ws = await workspace();
    const base = { pi, cwd: ws.root, agentDir: ws.path("agent"), prompt: "go" };
    const first = await runPi({ ...base, script: [say("one")] });
    const second = await runPi({ ...base, script: [say("two")], args: ["--continue"] });
    expect(second.sessionFile?.path).toBe(first.sessionFile?.path);
    expect(JSON.stringify(second.requests[0]?.messages)).toContain("one");
    await expect(stat(second.stateDir)).rejects.toMatchObject({ code: "ENOENT" });
    const third = await runPi({ ...base, script: [say("three")], args: ["--no-session"] });
    expect(third.sessionFile).toBeUndefined();
  });

  it("tells apart the sessions of two runs at once in one agent folder", async () => {
    const ws = await workspace();
    const base = { pi, cwd: ws.root, agentDir: ws.path("agent") };
    const runs = await Promise.all(
      ["left", "right"].map((text) => runPi({ ...base, prompt: text, script: [say(`${text} answer`)] })),
    );
    expect(runs.map((run) => JSON.stringify(run.sessionFile?.entries).match(/(left|right) answer/)?.[1])).toEqual([
      "left",
      "right",
    ]);
  });

  it("passes the trust of the project on", async () => {
    const probe =
      "export default (pi) => pi.registerTool({ name: 'project_probe', label: 'p', description: 'p', parameters: { type: 'object', properties: {} }, execute: async () => ({ content: [] }) });";
    const ws = await workspace({ files: { ".pi/extensions/probe.ts": probe } });
    const base = { pi, cwd: ws.root, discover: true, prompt: "go", script: [say("ok")] };
    const approved = await runPi({ ...base, trust: "approve" });
    const refused = await runPi({ ...base, trust: "no-approve" });
    expect(approved.tools.map(({ name }) => name)).toContain("project_probe");
    expect(refused.tools.map(({ name }) => name)).not.toContain("project_probe");
  });
});
