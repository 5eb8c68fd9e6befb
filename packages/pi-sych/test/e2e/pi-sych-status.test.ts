import { readFile, truncate } from "node:fs/promises";
import nodePath from "node:path";
import { call, runPi, say, startPiRpc, startPiTerminal, supportedPis } from "testkit";
import { describe, expect, it } from "vitest";
import { copyNovel, stormEdit, useInstalledSych } from "../fixtures/novel.ts";

const extension = useInstalledSych();
const COLUMNS = 80;

async function copyChangedNovel() {
  const novel = await copyNovel();
  const timeline = await novel.read("timeline.md");
  await novel.write("timeline.md", timeline.replace("14 November, 21:00", "13 November, 21:00"));
  return novel;
}

describe.each(supportedPis)("/pi-sych-status on $name", (pi) => {
  it.each(["print", "json"] as const)("writes to standard error in %s mode and asks no model", async (mode) => {
    await using novel = await copyChangedNovel();
    const run = await runPi({
      pi,
      cwd: novel.root,
      extensions: [extension()],
      mode,
      prompt: "/pi-sych-status",
      script: [],
    });
    expect(run).toMatchObject({ exitCode: 0, requests: [] });
    expect(run.stderr).toContain("timeline.md");
    expect(run.stderr.split("\n").every((line) => line.length <= COLUMNS)).toBe(true);
    expect(run.stdout).not.toContain("timeline.md");
  });

  it("notifies in RPC mode, keeps the footer up to date and reports failures", async () => {
    await using novel = await copyChangedNovel();
    await using rpc = await startPiRpc({ pi, cwd: novel.root, extensions: [extension()], script: [] });
    expect(rpc.journal.statuses.get("pi-sych")).toBe("sych: 5 tracked");
    expect((await rpc.commands()).map(({ name }) => name)).toContain("pi-sych-status");

    await rpc.prompt("/pi-sych-status");
    expect(rpc.journal.statuses.get("pi-sych")).toBe("sych: 1 of 5 not in order, 3 affected");
    await rpc.prompt('/pi-sych-status "outline.md" characters.md');
    await rpc.prompt("/pi-sych-status --all");
    const [all, named, everything] = rpc.journal.notifications.map(({ message }) => message);
    expect(all).toContain("timeline.md");
    expect(named).toMatch(/outline\.md[^]*characters\.md|characters\.md[^]*outline\.md/);
    expect(everything).toContain("chapters/01-arrival.md");

    await novel.write("SYNC.json", "{");
    await rpc.prompt("/pi-sych-status");
    expect(rpc.journal.notifications.at(-1)).toMatchObject({
      level: "error",
      message: expect.stringContaining("JSON_INVALID"),
    });
    expect(rpc.journal.statuses.get("pi-sych")).toBe("sych: SYNC.json is not valid");
    expect(rpc.journal.extensionErrors).toEqual([]);
  });

  it("asks once before it looks outside the project, and records the answer", async () => {
    await using novel = await copyNovel();
    await using outside = await copyNovel();
    const manifest = JSON.parse(await novel.read("SYNC.json")) as object;
    await novel.write("SYNC.json", JSON.stringify({ ...manifest, canonical: { project: outside.path("PROJECT.md") } }));
    await using rpc = await startPiRpc({
      pi,
      cwd: novel.root,
      extensions: [extension()],
      script: [call("project_status", { action: "check" }), say("done")],
      dialogs: ({ options }) => options?.find((option) => option.startsWith("Yes")),
    });
    const turn = await rpc.prompt("check");
    await rpc.prompt("/pi-sych-status");
    expect(rpc.journal.dialogs).toHaveLength(1);
    expect(rpc.journal.dialogs[0]?.title).toContain(outside.path("PROJECT.md"));
    expect(turn.toolCalls[0]?.result?.details).toMatchObject({ canonical: [{ state: "readable" }] });
    const record = await readFile(nodePath.join(rpc.agentDir, "pi-extension-approvals.json"), "utf8");
    expect(record).toContain("PROJECT.md");
  });

  it("does not use the session of a folder that is no longer current", async () => {
    await using novel = await copyChangedNovel();
    await using rpc = await startPiRpc({ pi, cwd: novel.root, extensions: [extension()], script: [] });
    await rpc.prompt("/pi-sych-status");
    await rpc.newSession();
    await rpc.prompt("/pi-sych-status");
    await rpc.reload();
    await rpc.prompt("/pi-sych-status");
    expect(rpc.journal.notifications).toHaveLength(3);
    expect(rpc.journal.extensionErrors).toEqual([]);
  });

  it("fits a terminal of 80 columns and completes arguments", async () => {
    await using novel = await copyChangedNovel();
    await using terminal = await startPiTerminal({
      pi,
      cwd: novel.root,
      extensions: [extension()],
      columns: COLUMNS,
      rows: 40,
      script: [],
    });
    await terminal.waitForScreen(/sych: 5 tracked/);
    await terminal.submit("/pi-sych-status");
    const screen = await terminal.waitForScreen(/sych: 1 of 5 not in order/);
    expect(screen).toMatch(/SYNC\.json: 5 artifacts: 4 in order, 1 changed; 3 affected/);
    expect(screen).toMatch(/^ {3}timeline\.md$/m);
    expect(screen).toMatch(/^ {3}chapters\/01-arrival\.md -> outline\.md -> timeline\.md$/m);
    expect(await terminal.requests()).toEqual([]);

    await terminal.type("/pi-sych-status arriv");
    await terminal.sendKeys("tab");
    await terminal.waitForScreen(/\/pi-sych-status chapters\/01-arrival\.md/);
  });

  it("ends without an error of the extension when a new session starts while it hashes", async () => {
    await using novel = await copyNovel();
    await truncate(novel.path("timeline.md"), 200 * 1024 ** 3);
    await using rpc = await startPiRpc({ pi, cwd: novel.root, extensions: [extension()], script: [say("unused")] });
    const command = rpc.prompt("/pi-sych-status");
    await rpc.waitFor(({ statuses }) => [...statuses.values()].join().includes("looked at"));
    await rpc.newSession();
    await command;
    expect(rpc.journal.extensionErrors).toEqual([]);
  });

  it("shows tool calls as compact rows that expand", async () => {
    await using novel = await copyNovel();
    const gone = Array.from({ length: 12 }, (_unused, index) => ({ path: `gone-${index}.md` }));
    const manifest = JSON.parse(await novel.read("SYNC.json")) as { artifacts: object[] };
    await novel.write("SYNC.json", JSON.stringify({ ...manifest, artifacts: [...manifest.artifacts, ...gone] }));
    await using terminal = await startPiTerminal({
      pi,
      cwd: novel.root,
      extensions: [extension()],
      columns: COLUMNS,
      rows: 50,
      script: [
        call("edit", stormEdit),
        call("project_status", { action: "check" }),
        call("project_status", { action: "acknowledge", files: ["timeline.md", "nothing.md"], reason: "moved" }),
        say("all done"),
      ],
    });
    await terminal.submit("go");
    const collapsed = await terminal.waitForScreen(/all done/);
    expect(collapsed).toMatch(/project_status check/);
    expect(collapsed).toMatch(/project_status acknowledge timeline\.md and 1 more/);
    expect(collapsed).toMatch(/\.\.\. \d+ more lines/);
    expect(collapsed).toMatch(/ARTIFACT_UNTRACKED/);
    expect(collapsed).not.toMatch(/gone-11\.md/);
    await terminal.sendKeys("ctrlO");
    await terminal.waitForScreen(/gone-11\.md/);
  });
});
