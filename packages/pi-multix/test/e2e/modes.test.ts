import { chmod, unlink } from "node:fs/promises";
import path from "node:path";
import {
  call,
  createMultixStandin,
  createWorkspace,
  type InstalledExtension,
  installExtension,
  type MultixStandin,
  runPi,
  say,
  startPiRpc,
  startPiTerminal,
  supportedPis,
  type Workspace,
} from "testkit";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

const KEY = "canary-gemini-0123456789";
const cat = { action: "generate", provider: "gemini", prompt: "a cat", output: "cat.png" };

let extension: InstalledExtension;
let workspace: Workspace;
let elsewhere: Workspace;
let standin: MultixStandin;

beforeAll(async () => {
  extension = await installExtension("pi-multix");
});
afterAll(() => extension.cleanup());
beforeEach(async () => {
  workspace = await createWorkspace();
  elsewhere = await createWorkspace();
  standin = await createMultixStandin(elsewhere.root);
});
afterEach(async () => {
  await workspace.cleanup();
  await elsewhere.cleanup();
});

describe.each(supportedPis)("pi-multix on $name", (pi) => {
  const options = (more: { env?: Record<string, string> } = {}) => ({
    pi,
    cwd: workspace.root,
    extensions: [extension.path],
    env: { GEMINI_API_KEY: KEY, ELEVENLABS_API_KEY: KEY, MULTIX_BIN: standin.script, ...more.env },
  });

  it("renames what the provider made, and shows it to the model", async () => {
    await standin.behave({ container: "jpeg" });
    const run = await runPi({ ...options(), prompt: "go", script: [call("multix_image", cat), say("done")] });
    const result = run.toolCalls[0]?.result;
    expect(result).toMatchObject({
      isError: false,
      details: {
        files: expect.arrayContaining([
          expect.objectContaining({ path: workspace.path("cat.jpg"), mime: "image/jpeg" }),
        ]),
      },
    });
    expect(result?.images.length).toBeGreaterThan(0);
    const quiet = await runPi({
      ...options(),
      prompt: "go",
      script: [call("multix_image", { ...cat, output: "b.png", preview: false }), say("done")],
    });
    expect(quiet.toolCalls[0]?.result).toMatchObject({ isError: false, images: [] });
  });

  it("answers in print mode", async () => {
    const run = await runPi({
      ...options(),
      mode: "print",
      prompt: "go",
      script: [call("multix_check"), say("all set")],
    });
    expect(run).toMatchObject({ exitCode: 0, finalText: "all set" });
    expect(run.toolCalls[0]?.result?.text).toContain("usable providers: gemini");
  });

  it("remembers a job over a restart, and closes it when it is done", async () => {
    const env = { LEONARDO_API_KEY: KEY };
    const stateDir = elsewhere.path("state");
    const first = await runPi({
      ...options({ env }),
      stateDir,
      prompt: "go",
      script: [call("multix_video", { action: "generate", provider: "leonardo", prompt: "waves" }), say("started")],
    });
    const jobId = (first.toolCalls[0]?.result?.details as { job?: { id?: string } } | undefined)?.job?.id ?? "";
    expect(jobId).not.toBe("");
    const ask = (args: object, text: string) =>
      runPi({
        ...options({ env }),
        stateDir,
        prompt: "go",
        script: [call("multix_video", { action: "status", ...args }), say(text)],
      });
    expect((await ask({}, "a")).toolCalls[0]?.result?.text).toContain(jobId);
    await standin.behave({ jobStatus: "COMPLETE" });
    expect((await ask({ provider: "leonardo", jobId }, "b")).toolCalls[0]?.result?.isError).toBe(false);
    expect((await ask({}, "c")).toolCalls[0]?.result?.text).not.toContain(jobId);
  });

  it("counts open jobs in the footer, from the start of a session on", async () => {
    const started = {
      ...options({ env: { LEONARDO_API_KEY: KEY } }),
      stateDir: elsewhere.path("state"),
    };
    const generate = call("multix_video", { action: "generate", provider: "leonardo", prompt: "waves" });
    await using first = await startPiRpc({ ...started, script: [generate, say("one"), generate, say("two")] });
    expect(first.journal.statuses.get("pi-multix")).toBeUndefined();
    const turn = await first.prompt("go");
    expect(first.journal.statuses.get("pi-multix")).toBe("multix: 1 open job");
    await first.prompt("again");
    expect(first.journal.statuses.get("pi-multix")).toBe("multix: 2 open jobs");
    await first.close();

    await standin.behave({ jobStatus: "COMPLETE" });
    const jobId = (turn.toolCalls[0]?.result?.details as { job?: { id?: string } } | undefined)?.job?.id ?? "";
    expect(jobId).not.toBe("");
    const status = call("multix_video", { action: "status", provider: "leonardo", jobId });
    await using second = await startPiRpc({ ...started, script: [status, say("done")] });
    expect(second.journal.statuses.get("pi-multix")).toBe("multix: 2 open jobs");
    await second.prompt("is it done?");
    expect(second.journal.statuses.get("pi-multix")).toBe("multix: 1 open job");
    expect(second.journal.extensionErrors).toEqual([]);
  });

  it("stops when the user aborts, although the CLI ignores signals, and leaves no process", async () => {
    await standin.behave({ hang: true, ignoreSignals: true, leaveChild: true });
    const rpc = await startPiRpc({ ...options(), script: [call("multix_image", cat), say("never")] });
    await rpc.start("go");
    await rpc.waitForEvent((event) => event.type === "tool_execution_update");
    await rpc.abort();
    await rpc.settled();
    await rpc.close();
    // The leak check of this test project fails the run when the CLI or its child is still there.
    expect(await standin.calls()).toHaveLength(1);
  });

  it("asks a person before an account changes, in RPC, and refuses where nobody can be asked", async () => {
    const clone = { args: ["elevenlabs", "voices", "delete", "--", "voice-1"] };
    const script = [call("multix_run", clone), say("done")];
    const refused = await runPi({ ...options(), prompt: "go", script });
    expect(refused.toolCalls[0]?.result?.text).toMatch(/^CONSENT_REQUIRED: /);
    const answer = async (value: string) => {
      const rpc = await startPiRpc({ ...options(), script, dialogs: [{ method: "select", answer: value }] });
      const turn = await rpc.prompt("go");
      await rpc.close();
      return turn.toolCalls[0]?.result;
    };
    expect((await answer("No"))?.text).toMatch(/^CONSENT_DECLINED: /);
    expect((await answer("Yes, go ahead"))?.isError).toBe(false);
  });

  it("does not run a CLI that the project brings along before the user approved it", async () => {
    const inProject = await createMultixStandin(workspace.root);
    const env = { GEMINI_API_KEY: KEY, MULTIX_BIN: "", PATH: "/usr/bin:/bin" };
    const script = [call("multix_image", cat), say("done")];
    const run = await runPi({ ...options({ env }), prompt: "go", script });
    const text = run.toolCalls[0]?.result?.text ?? "";
    expect(text).toMatch(/^APPROVAL_REQUIRED: /);
    expect(await inProject.calls()).toEqual([]);
    const id = /--pi-multix-approve[ =](\w+)/.exec(text)?.[1] ?? "";
    const allowed = await runPi({ ...options({ env }), args: ["--pi-multix-approve", id], prompt: "go", script });
    expect(allowed.toolCalls[0]?.result?.isError).toBe(false);
    expect((await inProject.calls()).length).toBeGreaterThan(0);
  });

  it("shows compact rows and answers /multix in the terminal", async () => {
    const terminal = await startPiTerminal({
      ...options(),
      columns: 80,
      rows: 40,
      script: [call("multix_image", cat), say("finished")],
    });
    await terminal.submit("make a cat");
    await terminal.waitForScreen(/finished/);
    expect(terminal.screen()).toMatch(/multix_image generate gemini a cat/);
    await terminal.type("/multix providers");
    // The first Enter takes the suggestion, the second sends it.
    await terminal.waitForScreen(/which providers have a usable key/);
    await terminal.sendKeys("enter");
    await terminal.sendKeys("enter");
    await terminal.waitForScreen(/usable providers: gemini/);
    await terminal.close();
  });

  it.skipIf(process.platform !== "linux")(
    "opens the last result in the viewer, and never one that is named as a program",
    async () => {
      await elsewhere.write("bin/xdg-open", `#!/bin/sh\nprintf '%s\\n' "$@" >> "${elsewhere.path("opened")}"\n`);
      await chmod(elsewhere.path("bin/xdg-open"), 0o755);
      const env = { PATH: `${elsewhere.path("bin")}:${process.env["PATH"] ?? ""}` };
      const images = (output: string) => call("multix_image", { ...cat, output });
      const script = [images("$(touch x).png"), say("one"), images("cat.exe"), say("two")];
      await using rpc = await startPiRpc({ ...options({ env }), script });
      const open = async (): Promise<string> => {
        await rpc.prompt("/multix open");
        return rpc.journal.notifications.at(-1)?.message ?? "";
      };
      expect(await open()).toContain("no files");
      await rpc.prompt("make a cat");
      expect(await open()).toContain(workspace.path("$(touch x).png"));
      await expect.poll(() => elsewhere.read("opened").catch(() => "")).toBe(`${workspace.path("$(touch x).png")}\n`);
      await rpc.prompt("and a strange one");
      // The CLI keeps the file under its own name beside the copy that the call asked for.
      expect(await open()).toContain("multix-output");
      expect(await elsewhere.read("opened")).not.toContain("cat.exe");

      await unlink(elsewhere.path("bin/xdg-open"));
      await using bare = await startPiRpc({
        ...options({ env: { PATH: path.dirname(process.execPath) } }),
        script: [images("b.png"), say("b")],
      });
      await bare.prompt("again");
      await bare.prompt("/multix open");
      expect(bare.journal.notifications.at(-1)).toMatchObject({
        level: "error",
        message: expect.stringMatching(/^VIEWER_FAILED: /),
      });
    },
  );

  it.skipIf(process.platform === "win32")("warns about a key file that others can read", async () => {
    const stateDir = elsewhere.path("state");
    const run = await runPi({
      ...options(),
      stateDir,
      prompt: "go",
      script: [call("multix_models", { action: "scaffold", variable: "FAL_KEY" }), say("done")],
    });
    const file = (run.toolCalls[0]?.result?.details as { file?: string } | undefined)?.file ?? "";
    expect(run.toolCalls[0]?.result?.text).toContain("read -rs FAL_KEY");
    await chmod(file, 0o644);
    const again = await runPi({
      ...options(),
      stateDir,
      prompt: "go",
      script: [call("multix_models", { action: "providers" }), say("done")],
    });
    expect(again.toolCalls[0]?.result?.text).toContain("chmod 600");
  });
});
