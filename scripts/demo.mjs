/**
 * `npm run demo [-- scene...]`: shows the real Pi CLI, with a scripted model, using the extensions on a copy of an
 * example project. Nothing outside a temporary folder is changed; no network, no key.
 */

import { styleText } from "node:util";
import { playScene } from "./demo/play-scene.mjs";
import { scenes } from "./demo/scenes.mjs";
import { endLike } from "./setup/run-child.mjs";

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !scenes.some((scene) => scene.name === name));
if (unknown !== undefined) {
  console.error(`There is no scene ${unknown}. Scenes: ${scenes.map((scene) => scene.name).join(", ")}`);
  process.exit(2);
}

// Ctrl+C and the like end Pi and remove the copies before this ends as it was told to.
const ending = new AbortController();
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
  process.once(signal, () => ending.abort(signal));

for (const scene of scenes) {
  if (ending.signal.aborted) break;
  if (wanted.length > 0 && !wanted.includes(scene.name)) continue;
  console.log(`\n${styleText("bold", `━━ ${scene.title} `.padEnd(78, "━"))}`);
  try {
    const { transcript, ok } = await playScene(scene, ending.signal);
    console.log(transcript);
    if (!ok) process.exitCode = 1;
  } catch (error) {
    if (!ending.signal.aborted) throw error;
  }
}
if (ending.signal.aborted) endLike({ code: null, signal: ending.signal.reason, output: "" });
