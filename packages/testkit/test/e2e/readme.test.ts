import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const packageDir = fileURLToPath(new URL("../..", import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

it("runs every example of the README as it is printed", async () => {
  const readme = await readFile(join(packageDir, "README.md"), "utf8");
  const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
  // Inside the package, so that `testkit` and `vitest` resolve as they do for a test.
  const directory = join(packageDir, "node_modules", ".readme-examples");
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, "vitest.config.mjs"), "export default { test: { testTimeout: 60_000 } };");
  await Promise.all(examples.map((text, index) => writeFile(join(directory, `example-${index}.test.ts`), text)));

  const output = await new Promise<string>((resolve) => {
    const args = [vitest, "run", "--dir", directory, "--root", directory, "--no-color"];
    execFile(process.execPath, args, { cwd: directory }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
  expect(output).toContain("6 passed");
  expect(output).not.toContain("failed");
});
