/**
 * What the extensions cost at the start of Pi: a real start with them, as a user has them installed, against one with an
 * extension that does nothing.
 */

import { createWorkspace, installExtension, newestPi, runPi, say } from "testkit";
import { extensions } from "../../setup/workspace.mjs";

/** @type {import("../measure.mjs").Benchmark} */
export const load = {
  name: "load",
  figure: `Pi with ${extensions.join(", ")}`,
  yardstick: "Pi with an empty extension",
  unit: "one start of Pi",
  rounds: 15,
  async prepare() {
    const workspace = await createWorkspace({ files: { "empty.js": "export default function () {}\n" } });
    const installed = await Promise.all(extensions.map((name) => installExtension(name)));
    const start = (/** @type {string[]} */ loaded) =>
      runPi({ pi: newestPi, cwd: workspace.root, extensions: loaded, prompt: "go", script: [say("done")] });
    return {
      figure: () => start(installed.map((extension) => extension.path)),
      yardstick: () => start([workspace.path("empty.js")]),
      dispose: () => Promise.all([workspace.cleanup(), ...installed.map((extension) => extension.cleanup())]),
    };
  },
};
