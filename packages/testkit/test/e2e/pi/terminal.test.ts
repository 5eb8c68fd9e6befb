import { call, createWorkspace, say, startPiTerminal, supportedPis } from "testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { sampleExtension } from "../../fixtures/sample-extension-path.ts";

type Options = Parameters<typeof startPiTerminal>[0];

async function start(options: Pick<Options, "pi" | "script"> & Partial<Options>) {
  const ws = await createWorkspace();
  onTestFinished(ws.cleanup);
  const terminal = await startPiTerminal({ cwd: ws.root, extensions: [sampleExtension], ...options });
  onTestFinished(async () => {
    await terminal.close();
  });
  return terminal;
}

describe.each(supportedPis)("startPiTerminal on $name", (pi) => {
  it("shows the status line, a tool call and the answer to a typed prompt", async () => {
    const terminal = await start({ pi, script: [call("sample_echo", { text: "abc" }), say("all done")] });
    await terminal.waitForScreen(/sample ready \(startup\)/);
    await terminal.submit("please echo");
    const screen = await terminal.waitForScreen(/all done/);
    expect(screen).toContain("echo abc");
    expect(JSON.stringify((await terminal.requests())[0]?.messages)).toContain("please echo");
  });

  it("answers dialogs with keys", async () => {
    const terminal = await start({ pi, script: [] });
    await terminal.submit("/sample it");
    await terminal.waitForScreen(/Go on with it\?/);
    await terminal.sendKeys("enter");
    await terminal.waitForScreen(/Sample select/);
    await terminal.sendKeys("down", "down", "enter");
    await terminal.waitForScreen(/Sample input/);
    await terminal.submit("word");
    const screen = await terminal.waitForScreen(/confirmed=/);
    expect(screen).toContain("confirmed=true selected=blue typed=word");
  });

  it("stops a tool with Escape", async () => {
    const terminal = await start({ pi, script: [call("sample_wait")] });
    await terminal.submit("wait");
    await terminal.waitForScreen(/sample_wait/);
    await terminal.sendKeys("escape");
    expect(await terminal.waitForScreen(/aborted/i)).not.toContain("never");
  });

  it("reloads extensions", async () => {
    const terminal = await start({ pi, script: [] });
    await terminal.waitForScreen(/sample ready \(startup\)/);
    await terminal.submit("/reload");
    expect(await terminal.waitForScreen(/sample ready \(reload\)/)).toContain("faux-1");
  });

  it("has the size that is asked for, also after a resize", async () => {
    const terminal = await start({ pi, script: [], columns: 90, rows: 30 });
    const ruler = (width: number): RegExp => new RegExp(`^─{${width}}$`, "m");
    await terminal.waitForScreen(ruler(90));
    terminal.resize(60, 20);
    const screen = await terminal.waitForScreen(ruler(60));
    expect(screen.split("\n")).toHaveLength(20);
  });

  it("waits for a question that comes before the session when it is told to", async () => {
    const ws = await createWorkspace({ files: { ".pi/extensions/probe.ts": "export default () => {};" } });
    onTestFinished(ws.cleanup);
    const terminal = await start({ pi, script: [], cwd: ws.root, discover: true, readyWhen: /trust/i });
    await terminal.sendKeys("enter");
    expect(await terminal.waitForScreen(/sample ready \(startup\)/)).toContain("faux-1");
  });

  it("shows the screen when a wait is in vain, and tells when Pi has ended", async () => {
    const terminal = await start({ pi, script: [] });
    const late = await terminal.waitForScreen(/never shown/, 100).catch((error: unknown) => error);
    expect(late).toMatchObject({ code: "PI_TIMED_OUT" });
    expect(String(late)).toContain("faux-1");
    await terminal.sendKeys("ctrlD");
    await expect(terminal.waitForScreen(/never shown/)).rejects.toMatchObject({ code: "PI_EXITED" });
    expect(await terminal.close()).toMatchObject({ exitCode: 0 });
  });

  it("fails when the script runs out", async () => {
    const terminal = await start({ pi, script: [] });
    await terminal.submit("hello");
    await expect(terminal.waitForScreen(/never shown/)).rejects.toMatchObject({ code: "SCRIPT_EXHAUSTED" });
  });
});
