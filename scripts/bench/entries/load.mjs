/** What the extensions cost at the start of Pi: a real start with them, against one with an extension that does nothing. */

import path from "node:path";
import { createWorkspace, newestPi, runPi, say } from "testkit";
import { extensions, root } from "../../setup/workspace.mjs";

/** @type {import("../measure.mjs").Benchmark} */
export const load = {
  name: "load",
  figure: `Pi with ${extensions.join(", ")}`,
  yardstick: "Pi with an empty extension",
  unit: "one start of Pi",
  rounds: 9,
  async prepare() {
    const workspace = await createWorkspace({ files: { "empty.js": "export default function () {}\n" } });
    const start = (/** @type {string[]} */ loaded) =>
      runPi({ pi: newestPi, cwd: workspace.root, extensions: loaded, prompt: "go", script: [say("done")] });
    return {
      figure: () => start(extensions.map((name) => path.join(root, "packages", name))),
      yardstick: () => start([workspace.path("empty.js")]),
      dispose: workspace.cleanup,
    };
  },
};
