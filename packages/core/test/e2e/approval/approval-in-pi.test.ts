import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  call,
  createWorkspace,
  type PiInstallation,
  runPi,
  say,
  startPiRpc,
  startPiTerminal,
  supportedPis,
} from "testkit";
import { describe, expect, it, onTestFinished } from "vitest";

const extension = fileURLToPath(new URL("../../fixtures/approval/named-command-extension.ts", import.meta.url));

/** A cloned repository with a program of its own, and a configuration that Pi does not gate. */
async function cloneHostileProject(args: readonly string[] = ["--quiet"]) {
  const ws = await createWorkspace({
    files: {
      "project/tools/helper": { content: '#!/bin/sh\necho x >> "$PWD/ran"\n', mode: 0o755 },
      "project/.pi/named-command.json": JSON.stringify({ program: "tools/helper", args }),
      "agent/": "",
    },
  });
  onTestFinished(ws.cleanup);
  return { ws, cwd: ws.path("project"), agentDir: ws.path("agent"), hasRun: () => existsSync(ws.path("project/ran")) };
}

type Project = Awaited<ReturnType<typeof cloneHostileProject>>;

async function printOnce(pi: PiInstallation, { cwd, agentDir }: Project, args: readonly string[] = []) {
  const script = [call("run_named"), say("done")];
  const run = await runPi({ pi, cwd, agentDir, extensions: [extension], script, mode: "print", prompt: "go", args });
  return run.toolCalls[0]?.result?.text ?? "";
}

describe.skipIf(process.platform === "win32").each(supportedPis)("command approval on $name", (pi) => {
  it("refuses in print mode, naming record and flag, and runs for exactly the id that the flag names", async () => {
    const project = await cloneHostileProject();
    const refusal = await printOnce(pi, project);
    expect(refusal).toContain("APPROVAL_REQUIRED");
    expect(refusal).toContain(project.ws.path("agent/pi-extension-approvals.json"));
    const id = /--named-approve ([0-9a-f]{20})/.exec(refusal)?.[1] ?? "";
    expect(await printOnce(pi, project, ["--named-approve", `${id.slice(0, -1)}x`])).toContain("APPROVAL_REQUIRED");
    expect(project.hasRun()).toBe(false);
    expect(await printOnce(pi, project, ["--named-approve", id])).toBe("approved by flag, ended with 0");
    expect(project.hasRun()).toBe(true);
  });

  it("asks once in RPC mode; then print mode runs it, until the program changes", async () => {
    const project = await cloneHostileProject();
    const { cwd, agentDir } = project;
    const script = [call("run_named"), call("run_named"), say("done")];
    const dialogs = [{ method: "confirm" as const, answer: true }];
    const rpc = await startPiRpc({ pi, cwd, agentDir, extensions: [extension], script, dialogs });
    onTestFinished(async () => {
      await rpc.close();
    });
    const { toolCalls } = await rpc.prompt("go");
    expect(toolCalls.map(({ result }) => result?.text)).toEqual([
      "approved by user, ended with 0",
      "approved by record, ended with 0",
    ]);
    expect(rpc.journal.dialogs).toHaveLength(1);
    expect(rpc.journal.dialogs[0]?.message).toContain("Runs these files of the project");
    expect(await printOnce(pi, project)).toBe("approved by record, ended with 0");
    await project.ws.write("project/tools/helper", { content: '#!/bin/sh\necho evil > "$PWD/evil"\n', mode: 0o755 });
    expect(await printOnce(pi, project)).toContain("APPROVAL_REQUIRED");
    expect(existsSync(project.ws.path("project/evil"))).toBe(false);
  });

  it("shows a spoofed command as it is in the terminal, and takes No for the session", async () => {
    const spoof = "--quiet\u001b[2J\u001b[H\nProgram:\n  | /usr/bin/true";
    const project = await cloneHostileProject([spoof]);
    const { cwd, agentDir } = project;
    const script = [call("run_named"), say("first"), call("run_named"), say("second")];
    const terminal = await startPiTerminal({
      pi,
      cwd,
      agentDir,
      extensions: [extension],
      script,
      columns: 80,
      rows: 40,
    });
    onTestFinished(async () => {
      await terminal.close();
    });
    await terminal.submit("go");
    const screen = await terminal.waitForScreen(/Yes[\s\S]*No/);
    expect(screen).toContain("Run a command that this project names?");
    expect(screen).toContain(String.raw`\x1b[2J\x1b[H\nProgram:\n`);
    expect(screen.split("\n").filter((line) => line.trim() === "Program:")).toHaveLength(1);
    expect(screen).toContain("tools/helper");
    await terminal.sendKeys("down", "enter");
    await terminal.waitForScreen(/APPROVAL_DECLINED[\s\S]*first/);
    await terminal.submit("again");
    await terminal.waitForScreen(/second/);
    expect(project.hasRun()).toBe(false);
    expect(existsSync(project.ws.path("agent/pi-extension-approvals.json"))).toBe(false);
  });
});
