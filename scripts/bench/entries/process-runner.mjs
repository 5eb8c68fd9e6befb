/** Process runner against a bare spawn of the same program. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { runProcess } from "pi-extension-core/process";

const RUNS = 10;
const args = ["-e", "process.stdout.write('x')"];

/** @type {import("../measure.mjs").Benchmark} */
export const processRunner = {
  name: "process-runner",
  figure: "runProcess",
  yardstick: "child_process.spawn",
  unit: `${RUNS} starts of Node`,
  rounds: 9,
  async prepare() {
    const cwd = process.cwd();
    return {
      async figure() {
        for (let index = 0; index < RUNS; index += 1) await runProcess(process.execPath, args, { cwd });
      },
      async yardstick() {
        for (let index = 0; index < RUNS; index += 1) {
          const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
          child.stdout.resume();
          child.stderr.resume();
          await once(child, "close");
        }
      },
      async dispose() {},
    };
  },
};
