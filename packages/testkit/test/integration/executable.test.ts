import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createExecutable } from "testkit/executable";
import { createWorkspace } from "testkit/workspace";
import { expect, it, onTestFinished } from "vitest";

const run = promisify(execFile);

it.runIf(process.platform !== "win32")("passes arguments, stdin and the exit code through unchanged", async () => {
  const ws = await createWorkspace({ awkwardPath: true });
  onTestFinished(ws.cleanup);
  const path = await createExecutable(
    ws.path("bin"),
    "my-tool",
    "console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 7;",
  );
  const args = ["", "two words", "$HOME `id` \"q\" 'q'", "-x", "日本\nline"];
  const failure: { code: number; stdout: string } = await run(path, args).then(
    () => expect.unreachable("the program exits with 7"),
    (error: unknown) => error as { code: number; stdout: string },
  );
  expect(failure.code).toBe(7);
  expect(JSON.parse(failure.stdout)).toEqual(args);
});

it.runIf(process.platform !== "win32")("is one process, so that a signal reaches the program itself", async () => {
  const ws = await createWorkspace();
  onTestFinished(ws.cleanup);
  const source = "process.on('SIGTERM', () => process.exit(3)); setInterval(() => {}, 1000); console.log('up');";
  const path = await createExecutable(ws.root, "waiter", source);
  const child = execFile(path);
  await new Promise((resolve) => child.stdout?.once("data", resolve));
  child.kill("SIGTERM");
  expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(3);
});
