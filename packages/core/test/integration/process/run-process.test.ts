import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildChildEnv, runProcess } from "pi-extension-core/process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixtures as cwd, isAlive, node, program } from "../../fixtures/process/programs.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "core-process-"));
});
afterEach(() => rm(folder, { recursive: true }));

const ARGUMENTS = [
  "",
  " ",
  "--x",
  "a b",
  "a\nb",
  `"'\``,
  "$HOME",
  "%PATH%",
  "*",
  "é€😀",
  "\\",
  "a\\",
  "&& exit 1",
  "^",
];

describe("running a program", () => {
  it("reports output, exit code and duration", async () => {
    const result = await runProcess(node, ["-e", "console.log('out'); console.error('err')"], { cwd });
    expect(result).toMatchObject({ ok: true, reason: "exited", exitCode: 0, signal: undefined, outputComplete: true });
    expect(result.stdout).toEqual({ text: "out\n", head: "out\n", tail: "", totalBytes: 4, omittedBytes: 0 });
    expect(result.stderr.text).toBe("err\n");
    expect(result.error).toBeUndefined();
    expect(result.durationMs).toBeGreaterThan(0);
  });

  it("hands every argument over as it is, through no shell", async () => {
    const result = await runProcess(node, [program("print-argv.mjs"), ...ARGUMENTS], { cwd });
    expect(JSON.parse(result.stdout.text)).toMatchObject({ argv: ARGUMENTS });
  });

  it("gives the child exactly the environment and the folder that were asked for", async () => {
    const result = await runProcess(node, [program("print-argv.mjs")], { cwd, env: { ONLY: "this" } });
    const seen = JSON.parse(result.stdout.text) as { env: Record<string, string>; cwd: string };
    // The system's own additions: macOS and Windows start no program without them.
    const added = /^(__CF_USER_TEXT_ENCODING|SYSTEMROOT|SYSTEMDRIVE|WINDIR|HOME.*|LOGONSERVER|PATH|TEMP|USER.*)$/i;
    expect(Object.entries(seen.env).filter(([name]) => !added.test(name))).toEqual([["ONLY", "this"]]);
    expect(path.resolve(seen.cwd)).toBe(path.resolve(cwd));
  });

  it("does not pass the host's secrets on by default", async () => {
    process.env["CORE_TEST_API_KEY"] = "sk-secret";
    const result = await runProcess(node, [program("print-argv.mjs")], { cwd });
    delete process.env["CORE_TEST_API_KEY"];
    expect(result.stdout.text).toContain("PATH");
    expect(result.stdout.text).not.toContain("sk-secret");
  });

  it("names the program, and not its arguments, when it exits with another code than 0", async () => {
    const result = await runProcess(node, ["-e", "process.exit(3) // private"], { cwd });
    expect(result).toMatchObject({ ok: false, reason: "exited", exitCode: 3 });
    expect(result.error).toMatchObject({ code: "PROCESS_FAILED", data: { exitCode: 3 } });
    expect(result.error?.message).toContain(node);
    expect(result.error?.message).not.toContain("private");
  });

  it.skipIf(process.platform === "win32")("reports the signal that ended the program", async () => {
    const result = await runProcess(node, ["-e", "process.kill(process.pid, 'SIGKILL')"], { cwd });
    expect(result).toMatchObject({ ok: false, reason: "signalled", exitCode: undefined, signal: "SIGKILL" });
    expect(result.error).toMatchObject({ code: "PROCESS_FAILED" });
  });

  it("never splits a character, whatever the chunks are", async () => {
    const text = "aé€😀z";
    const pieces: string[] = [];
    const onStdout = (piece: string): void => void pieces.push(piece);
    const result = await runProcess(node, [program("split-characters.mjs"), text], { cwd, onStdout });
    expect(result.stdout.text).toBe(text);
    expect(pieces.join("")).toBe(text);
    expect(pieces.length).toBeGreaterThan(1);
  });

  it("delivers the beginning of a character that the program never finished as a replacement", async () => {
    const pieces: string[] = [];
    const onStdout = (piece: string): void => void pieces.push(piece);
    await runProcess(node, ["-e", "process.stdout.write(Buffer.of(0x61, 0xe2, 0x82))"], { cwd, onStdout });
    expect(pieces.join("")).toBe("a\uFFFD");
  });
});

describe("standard input", () => {
  it("reaches the program whole and is closed after it", async () => {
    const stdin = "é\n".repeat(500_000);
    const result = await runProcess(node, [program("echo-stdin.mjs")], { cwd, stdin, maxHeadBytes: 2_000_000 });
    expect(result.stdout.text === stdin).toBe(true);
    expect(result.stderr.text).toBe("read 1500000");
  });

  it.each([
    ["is empty", { stdin: "" }],
    ["is not given", {}],
  ])("ends at once for the program when it %s", async (_, options) => {
    const result = await runProcess(node, [program("echo-stdin.mjs")], { cwd, ...options });
    expect(result).toMatchObject({ ok: true, stderr: { text: "read 0" } });
  });

  it("may be left unread by the program", async () => {
    const result = await runProcess(node, ["-e", "process.exit(0)"], { cwd, stdin: Buffer.alloc(5_000_000) });
    expect(result).toMatchObject({ ok: true });
  });
});

describe("a callback that throws", () => {
  it("is not called again, does not stop the program, and shows in the result", async () => {
    let calls = 0;
    const bug = new Error("bug");
    const onStdout = (): void => {
      calls += 1;
      throw bug;
    };
    const result = await runProcess(node, [program("split-characters.mjs"), "abc"], { cwd, onStdout });
    expect(calls).toBe(1);
    expect(result).toMatchObject({ ok: false, reason: "exited", exitCode: 0, stdout: { text: "abc" } });
    expect(result.error).toMatchObject({ code: "INTERNAL", cause: bug });
  });
});

describe("a program that cannot be started", () => {
  const missing = path.join(cwd, "no-such-program");

  it.each([
    ["its file does not exist", missing, [], cwd, "SPAWN_FAILED"],
    ["its working folder does not exist", node, [], path.join(cwd, "no-such-folder"), "SPAWN_FAILED"],
    ["its working folder is a file", node, [], program("wait.mjs"), "SPAWN_FAILED"],
    ["its file is a folder", path.resolve(cwd), [], cwd, "SPAWN_FAILED"],
    ["PATH does not hold it", "no-such-program", [], cwd, "SPAWN_FAILED"],
    ["its path is relative", "./wait.mjs", [], cwd, "INPUT_INVALID"],
    ["its working folder is relative", node, [], ".", "INPUT_INVALID"],
    ["an argument holds a NUL", node, ["a\0b"], cwd, "ARGV_INVALID"],
    ["an argument holds half a surrogate pair", node, ["\uD800"], cwd, "ARGV_INVALID"],
  ])("gives a result, because %s", async (_, file, args, folderOfIt, code) => {
    const result = await runProcess(file, args, { cwd: folderOfIt });
    expect(result).toMatchObject({ ok: false, reason: "spawn-failed", pid: undefined, error: { code } });
    expect(result.error?.data["file"]).toBe(file);
    expect(result.error?.hint).toBeDefined();
  });

  it("tells a missing folder from a missing program", async () => {
    const noFolder = await runProcess(node, [], { cwd: path.join(cwd, "no-such-folder") });
    const noProgram = await runProcess(missing, [], { cwd });
    expect(noFolder.error?.message).toMatch(/folder .*no-such-folder is not/);
    expect(noProgram.error?.message).toMatch(/file does not exist/);
  });

  it.skipIf(process.platform === "win32")("tells a missing interpreter and a missing permission apart", async () => {
    const script = path.join(folder, "script");
    await writeFile(script, "#!/no/such/interpreter\n", { mode: 0o755 });
    const plain = path.join(folder, "plain");
    await writeFile(plain, "#!/bin/sh\n", { mode: 0o644 });
    expect((await runProcess(script, [], { cwd })).error?.message).toMatch(/interpreter/);
    expect((await runProcess(plain, [], { cwd })).error?.message).toMatch(/executable/);
  });

  it("gives a result when one argument is larger than the system takes", async () => {
    const result = await runProcess(node, ["x".repeat(3_000_000)], { cwd });
    expect(result).toMatchObject({ reason: "spawn-failed", error: { code: "SPAWN_FAILED" } });
    expect(result.error?.hint).toMatch(/standard input/);
  });

  it.each([{ timeoutMs: -1 }, { timeoutMs: 2 ** 31 }, { graceMs: [1, Number.NaN] }, { maxHeadBytes: -5 }])(
    "gives a result for the option %j",
    async (options) => {
      const result = await runProcess(node, [], { cwd, ...options });
      expect(result).toMatchObject({ reason: "spawn-failed", error: { code: "INPUT_INVALID" } });
    },
  );

  it("is found on the child's own PATH, not on the host's", async () => {
    const env = { ...buildChildEnv({ source: process.env, platform: process.platform }), PATH: path.dirname(node) };
    expect(await runProcess("node", ["--version"], { cwd, env })).toMatchObject({ ok: true });
    expect(await runProcess("node", ["--version"], { cwd, env: { ...env, PATH: folder } })).toMatchObject({
      ok: false,
    });
  });

  it("is not taken from the working folder, though PATH has a relative or empty entry", async () => {
    const name = process.platform === "win32" ? "tool.cmd" : "tool";
    await writeFile(path.join(folder, name), "#!/bin/sh\necho taken\n", { mode: 0o755 });
    const entries = [".", "", "./", folder.split(path.sep).at(-1)].join(path.delimiter);
    const result = await runProcess("tool", [], { cwd: folder, env: { PATH: entries } });
    expect(result).toMatchObject({ reason: "spawn-failed", error: { code: "SPAWN_FAILED" } });
  });
});

describe("a hundred programs at once", () => {
  it("all give their own result and leave nothing behind", async () => {
    const { signal } = new AbortController();
    const numbers = Array.from({ length: 100 }, (_, index) => index);
    const warnings: Error[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning);
    process.on("warning", onWarning);
    const listenersBefore = process.listenerCount("exit");
    const results = await Promise.all(
      numbers.map((number) => runProcess(node, ["-p", `${number}`], { cwd, signal, timeoutMs: 50_000 })),
    );
    process.removeListener("warning", onWarning);
    expect(results.map((result) => result.stdout.text)).toEqual(numbers.map((number) => `${number}\n`));
    expect(results.filter((result) => isAlive(result.pid ?? 0))).toEqual([]);
    expect(warnings).toEqual([]);
    expect(process.listenerCount("exit")).toBe(listenersBefore);
  });
});
