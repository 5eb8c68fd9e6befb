/** Calls tools of an installed extension in a real Pi session, once with success and once with failure. */

import { call, createWorkspace, runPi, say, supportedPis } from "testkit";
import { environments, exercises } from "./exercises.mjs";

/**
 * @param {string} name package name @param {string} packageFolder absolute @param {string} version of Pi
 * @returns {Promise<{title: string, problems: string[]}[]>}
 */
export async function exerciseTools(name, packageFolder, version) {
  const pi = supportedPis.find((each) => each.version === version);
  if (pi === undefined) throw new Error(`No Pi ${version}`);
  const results = [];
  for (const { title, tool, args, files, expectError, expectText } of exercises[name] ?? []) {
    await using workspace = await createWorkspace({ files });
    await using aside = await createWorkspace();
    const env = (await environments[name]?.(aside.root)) ?? {};
    const script = [call(tool, args), say("done")];
    const run = await runPi({ pi, cwd: workspace.root, extensions: [packageFolder], env, prompt: "go", script });
    const result = run.toolCalls[0]?.result;
    const problems = [
      ...(result === undefined ? [`no result: ${run.stderr.slice(-500)}`] : []),
      ...(result !== undefined && result.isError !== expectError
        ? [`isError is ${result.isError}: ${result.text}`]
        : []),
      ...(result !== undefined && !result.text.includes(expectText)
        ? [`the result does not say ${expectText}: ${result.text}`]
        : []),
    ];
    results.push({ title, problems });
  }
  return results;
}
