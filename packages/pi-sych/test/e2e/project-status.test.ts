import { truncate } from "node:fs/promises";
import { hashBytes } from "pi-extension-core/fs";
import { call, runPi, say, startPiRpc, supportedPis, type ToolCallRecord } from "testkit";
import { describe, expect, it } from "vitest";
import { copyNovel, stormEdit, useInstalledSych } from "../fixtures/novel.ts";

const extension = useInstalledSych();

type Details = Record<string, never> & { error?: { code: string } };
const detailsOf = (record: ToolCallRecord | undefined): Details => record?.result?.details as Details;

describe.each(supportedPis)("project_status on $name", (pi) => {
  it("shows what an edit affects, records its review and marks what depends on it", async () => {
    await using novel = await copyNovel();
    const run = await runPi({
      pi,
      cwd: novel.root,
      extensions: [extension()],
      prompt: "Move the storm to the night before.",
      script: [
        call("project_status", { action: "check" }),
        call("edit", stormEdit),
        call("project_status", { action: "check" }),
        call("project_status", { action: "acknowledge", files: ["@timeline.md"], reason: "Storm moved" }),
        call("project_status", { action: "check", files: ["outline.md"] }),
        say("done"),
      ],
    });
    expect(run).toMatchObject({ exitCode: 0, finalText: "done", stderr: "" });
    const [before, , changed, acknowledged, outline] = run.toolCalls;
    expect(run.toolCalls.map(({ result }) => result?.isError)).toEqual([false, false, false, false, false]);
    expect(detailsOf(before)).toMatchObject({ action: "check", summary: { tracked: 5, inOrder: 5 } });
    expect(detailsOf(changed)).toMatchObject({
      artifacts: [{ path: "timeline.md", state: "changed" }],
      affected: [
        { path: "outline.md" },
        { path: "chapters/01-arrival.md" },
        { path: "chapters/02-the-lamp-goes-out.md" },
      ],
    });
    const timeline = await novel.read("timeline.md");
    expect(detailsOf(acknowledged)).toMatchObject({
      action: "acknowledge",
      acknowledged: [{ path: "timeline.md", fingerprint: hashBytes(timeline) }],
      marked: [{ path: "outline.md" }, { path: "chapters/02-the-lamp-goes-out.md" }],
    });
    expect(detailsOf(outline)).toMatchObject({
      artifacts: [{ path: "outline.md", status: "needs-review", sourcesAcknowledgedLater: ["timeline.md"] }],
    });
    const manifest = JSON.parse(await novel.read("SYNC.json")) as { artifacts: { status: string }[] };
    expect(manifest.artifacts.map(({ status }) => status)).toEqual([
      "current",
      "current",
      "needs-review",
      "current",
      "needs-review",
    ]);
  });

  it("hashes a file after the edit of the same batch", async () => {
    await using novel = await copyNovel();
    const acknowledge = {
      name: "project_status",
      args: { action: "acknowledge", files: ["timeline.md"], reason: "moved" },
    };
    const run = await runPi({
      pi,
      cwd: novel.root,
      extensions: [extension()],
      prompt: "go",
      script: [{ calls: [{ name: "edit", args: stormEdit }, acknowledge] }, say("done")],
    });
    expect(detailsOf(run.toolCalls[1])).toMatchObject({
      acknowledged: [{ fingerprint: hashBytes(await novel.read("timeline.md")) }],
    });
  });

  it("reports failures as errors with code, next step and data", async () => {
    await using novel = await copyNovel();
    const acknowledge = (args: object) => call("project_status", { action: "acknowledge", reason: "read", ...args });
    const run = await runPi({
      pi,
      cwd: novel.root,
      extensions: [extension()],
      prompt: "go",
      script: [
        acknowledge({ files: ["unknown.md"] }),
        acknowledge({}),
        acknowledge({ files: null }),
        acknowledge({ files: ["timeline.md"], reason: " " }),
        acknowledge({ files: ["timeline.md"], fingerprints: ["sha256:000000000000"] }),
        acknowledge({ files: ["timeline.md"], fingerprints: ["zz"] }),
        call("bash", { command: "printf '{' > SYNC.json" }),
        call("project_status", { action: "check" }),
        call("bash", { command: "rm SYNC.json" }),
        acknowledge({ files: ["timeline.md"] }),
        call("project_status", { action: "check" }),
        say("done"),
      ],
    });
    const calls = run.toolCalls.filter(({ name }) => name === "project_status");
    expect(calls.map(({ result }) => result?.isError)).toEqual([...Array.from({ length: 8 }, () => true), false]);
    expect(calls.map((record) => detailsOf(record).error?.code)).toEqual([
      "ARTIFACT_UNTRACKED",
      "INPUT_INVALID",
      "INPUT_INVALID",
      "INPUT_INVALID",
      "STALE_PRECONDITION",
      "INPUT_INVALID",
      "JSON_INVALID",
      "MANIFEST_MISSING",
      undefined,
    ]);
    for (const { result } of calls.slice(0, -1)) expect(result?.text).toMatch(/^[A-Z_]+: .+\nNext: .+/);
  });

  it("does not look outside the project in a mode where nobody can be asked, unless the flag says so", async () => {
    await using novel = await copyNovel();
    await using outside = await copyNovel();
    const manifest = JSON.parse(await novel.read("SYNC.json")) as object;
    const canonical = { project: outside.path("PROJECT.md") };
    await novel.write("SYNC.json", JSON.stringify({ ...manifest, canonical }));
    const check = (args: readonly string[]) =>
      runPi({
        pi,
        cwd: novel.root,
        extensions: [extension()],
        args,
        prompt: "go",
        script: [call("project_status", { action: "check" }), say("done")],
      });
    const refused = (await check([])).toolCalls[0];
    expect(refused?.result?.isError).toBe(false);
    expect(detailsOf(refused)).toMatchObject({
      canonical: [{ name: "project", state: "not-approved" }],
      refusal: { code: "APPROVAL_REQUIRED" },
    });
    const [, id = ""] = /--pi-sych-approve (\w+)/.exec(refused?.result?.text ?? "") ?? [];
    const approved = (await check(["--pi-sych-approve", id])).toolCalls[0];
    expect(detailsOf(approved)).toMatchObject({ canonical: [{ state: "readable" }], brief: { problems: [] } });
  });

  // NTFS would allocate the whole file.
  it.skipIf(process.platform === "win32")("shows what it reads and stops at once when the user aborts", async () => {
    await using novel = await copyNovel();
    await novel.write("SYNC.json", JSON.stringify({ version: 2, artifacts: [{ path: "huge.bin" }] }));
    // Sparse: it takes no room, and far longer to read than the test may last.
    await novel.write("huge.bin", "");
    await truncate(novel.path("huge.bin"), 64 * 1024 ** 3);
    await using rpc = await startPiRpc({
      pi,
      cwd: novel.root,
      extensions: [extension()],
      script: [call("project_status", { action: "check" }), say("never")],
    });
    await rpc.start("check");
    const update = await rpc.waitForEvent(({ type }) => type === "tool_execution_update");
    expect(JSON.stringify(update)).toContain("huge.bin");
    await rpc.abort();
    await rpc.settled();
    expect(rpc.journal.events.findLast(({ type }) => type === "tool_execution_end")).toMatchObject({ isError: true });
  });

  it("costs little of the prompt", async () => {
    await using novel = await copyNovel();
    const run = async (extensions: readonly string[]) =>
      runPi({ pi, cwd: novel.root, extensions, prompt: "go", script: [say("done")] });
    const [withSych, without] = [await run([extension()]), await run([])];
    const declared = JSON.stringify(withSych.tools.find(({ name }) => name === "project_status"));
    const added = withSych.systemPrompt.length - without.systemPrompt.length;
    expect(declared.length).toBeLessThan(1500);
    expect(added).toBeLessThan(400);
  });
});
