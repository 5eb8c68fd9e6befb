import { readFile } from "node:fs/promises";
import { call, newestPi, runPi, say } from "testkit";
import { expect, it } from "vitest";
import { copyNovel, stormEdit, useInstalledSych } from "../fixtures/novel.ts";

const extension = useInstalledSych();

it("shows in the README what the tool really answers", async () => {
  const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  const printed = [...readme.matchAll(/```text\n([\s\S]*?)\n```/g)].map((match) => match[1]);
  await using novel = await copyNovel();
  const run = await runPi({
    pi: newestPi,
    cwd: novel.root,
    extensions: [extension()],
    prompt: "go",
    script: [
      call("edit", stormEdit),
      call("project_status", { action: "check" }),
      call("project_status", { action: "acknowledge", files: ["timeline.md"], reason: "Storm moved" }),
      say("done"),
    ],
  });
  expect(run.toolCalls.slice(1).map(({ result }) => result?.text)).toEqual(printed);
});
