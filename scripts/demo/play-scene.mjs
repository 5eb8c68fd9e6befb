/** Plays one scene on a copy of its example and writes down what happened. */

import { cp, readFile } from "node:fs/promises";
import path from "node:path";
import { createWorkspace, installExtension, newestPi, runPi } from "testkit";
import { root } from "../setup/workspace.mjs";
import { formatTranscript } from "./format-transcript.mjs";

/** Text of the files that a run added or changed, as it was and is. */
async function changedFiles(workspace, example, diff) {
  const after = await workspace.snapshot();
  const paths = [...diff.added, ...diff.changed].filter((file) => after[file]?.kind === "file");
  return Promise.all(
    paths.map(async (file) => ({
      path: file,
      before: diff.added.includes(file) ? undefined : await readFile(path.join(example, file), "utf8"),
      after: await workspace.read(file),
    })),
  );
}

/**
 * @param {import("./scenes.mjs").Scene} scene
 * @returns {Promise<{transcript: string, ok: boolean}>} ok when Pi ended well and gave an answer
 */
export async function playScene(scene) {
  await using workspace = await createWorkspace();
  const example = path.join(root, "examples", scene.example);
  await cp(example, workspace.root, { recursive: true });
  const env = (await scene.prepare?.(workspace)) ?? {};
  const before = await workspace.snapshot();
  const installed = await Promise.all(scene.extensions.map((name) => installExtension(name)));
  const run = await runPi({
    pi: newestPi,
    cwd: workspace.root,
    extensions: installed.map((extension) => extension.path),
    prompt: scene.prompt,
    script: scene.script,
    env,
  });
  await Promise.all(installed.map((extension) => extension.cleanup()));
  const files = await changedFiles(workspace, example, await workspace.diff(before));
  const hideRoot = (/** @type {string} */ text) => text.replaceAll(workspace.root, ".");
  const transcript = formatTranscript({
    piVersion: newestPi.version,
    prompt: scene.prompt,
    calls: run.toolCalls.map(({ name, args, result }) => ({
      name,
      args: hideRoot(JSON.stringify(args)),
      text: hideRoot(result?.text ?? "no result"),
      isError: result?.isError ?? true,
    })),
    answer: hideRoot(run.finalText),
    files,
  });
  const ok = run.exitCode === 0 && run.finalText !== "";
  return { transcript: ok ? transcript : `${transcript}\n${run.stderr}`, ok };
}
