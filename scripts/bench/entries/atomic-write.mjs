/** Atomic write against the three calls that it cannot do without. */

import { mkdir, open, rename } from "node:fs/promises";
import { writeFileAtomic } from "pi-extension-core/fs";
import { createWorkspace } from "testkit";

const WRITES = 50;
const data = "x".repeat(16 * 1024);

/** @type {import("../measure.mjs").Benchmark} */
export const atomicWrite = {
  name: "atomic-write",
  figure: "writeFileAtomic",
  yardstick: "write, fsync, rename",
  unit: `${WRITES} files of 16 kB`,
  rounds: 15,
  async prepare() {
    const workspace = await createWorkspace();
    const stagingDir = workspace.path("staging");
    await mkdir(stagingDir);
    return {
      async figure() {
        for (let index = 0; index < WRITES; index += 1)
          await writeFileAtomic(workspace.path(`a${index}`), data, { stagingDir });
      },
      async yardstick() {
        for (let index = 0; index < WRITES; index += 1) {
          const temp = workspace.path(`staging/b${index}`);
          const handle = await open(temp, "wx");
          await handle.writeFile(data);
          await handle.sync();
          await handle.close();
          await rename(temp, workspace.path(`b${index}`));
        }
      },
      dispose: workspace.cleanup,
    };
  },
};
