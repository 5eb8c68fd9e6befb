/**
 * What pi-multix adds to a call of the CLI: checking, locating, running, redacting and collecting, against starting the
 * same script by itself. The CLI is the stand-in, which makes its file at once.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { systemClock } from "pi-extension-core/seams";
import { createMultixStandin, createWorkspace } from "testkit";
import { planCall } from "../../../packages/pi-multix/src/multix/plan/plan-call.ts";
import { MultixSession } from "../../../packages/pi-multix/src/session/multix-session.ts";

const CALLS = 5;
const params = { action: "generate", provider: "gemini", prompt: "a cat" };

/** @type {import("../measure.mjs").Benchmark} */
export const multixOverhead = {
  name: "multix-overhead",
  figure: "multix_image through its session",
  yardstick: "the CLI alone",
  unit: `${CALLS} calls`,
  rounds: 9,
  async prepare() {
    const workspace = await createWorkspace({ files: { "game/": "" } });
    const { script } = await createMultixStandin(workspace.path("cli"));
    const cwd = workspace.path("game");
    const env = {
      PATH: process.env["PATH"] ?? "",
      HOME: workspace.root,
      GEMINI_API_KEY: "bench-key-0123456789",
      MULTIX_BIN: script,
    };
    const session = new MultixSession({
      cwd,
      agentDir: workspace.path("agent"),
      extensionDir: workspace.path("extension"),
      env,
      platform: process.platform,
      execPath: process.execPath,
      clock: systemClock,
      approvalFlag: "--pi-multix-approve",
      flagApproved: [],
    });
    return {
      async figure() {
        for (let index = 0; index < CALLS; index += 1) await session.call(planCall("image", params).argv);
      },
      async yardstick() {
        const { argv } = planCall("image", params);
        for (let index = 0; index < CALLS; index += 1) {
          const child = spawn(process.execPath, [script, ...argv], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
          child.stdout.resume();
          child.stderr.resume();
          await once(child, "close");
        }
      },
      dispose: workspace.cleanup,
    };
  },
};
