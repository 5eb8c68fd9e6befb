/** Plays one scene on a copy of its example and writes down what happened. */

import { isUtf8 } from "node:buffer";
import { cp, readFile } from "node:fs/promises";
import path from "node:path";
import { createWorkspace, installExtension, newestPi, runPi } from "testkit";
import { root } from "../setup/workspace.mjs";
import { formatTranscript } from "./format-transcript.mjs";

const textOf = (/** @type {Uint8Array} */ bytes) =>
  isUtf8(bytes) ? Buffer.from(bytes).toString("utf8") : `(${bytes.length} bytes)\n`;

/** Text of the files that a run added or changed, as it was and is. */
async function changedFiles(workspace, example, diff) {
  const after = await workspace.snapshot();
  const paths = [...diff.added, ...diff.changed].filter((file) => after[file]?.kind === "file");
  return Promise.all(
    paths.map(async (file) => ({
      path: file,
      before: diff.added.includes(file) ? undefined : textOf(await readFile(path.join(example, file))),
      after: textOf(await workspace.readBytes(file)),
    })),
  );
}

/** @param {import("./scenes.mjs").Scene} scene @param {{cwd: string, env: Record<string, string>, signal: AbortSignal}} options */
async function runWithExtensions({ extensions, prompt, script }, { cwd, env, signal }) {
  const installed = [];
  try {
    for (const name of extensions) installed.push(await installExtension(name));
    signal.throwIfAborted();
    const paths = installed.map((extension) => extension.path);
    const run = await runPi({ pi: newestPi, cwd, extensions: paths, prompt, script, env, signal });
    signal.throwIfAborted();
    return run;
  } finally {
    await Promise.all(installed.map((extension) => extension.cleanup()));
  }
}

/**
 * Leaves neither files nor processes behind, also when it is aborted.
 * @param {import("./scenes.mjs").Scene} scene @param {AbortSignal} signal
 * @returns {Promise<{transcript: string, ok: boolean}>} ok when Pi ended well and gave an answer
 */
export async function playScene(scene, signal) {
  await using workspace = await createWorkspace();
  await using aside = await createWorkspace();
  const example = path.join(root, "examples", scene.example);
  await cp(example, workspace.root, { recursive: true });
  const env = (await scene.prepare?.(aside.root)) ?? {};
  const before = await workspace.snapshot();
  const run = await runWithExtensions(scene, { cwd: workspace.root, env, signal });
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
