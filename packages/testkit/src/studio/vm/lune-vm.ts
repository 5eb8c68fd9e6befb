/** A VM in a process of its own: lune, native, for large places and as a second opinion. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { LineSplitter } from "../../pi/line-splitter.ts";
import { createPendingAnswers } from "./pending-answers.ts";
import type { Vm, VmSources } from "./vm.ts";
import { VmError } from "./vm-error.ts";

const BOOT = fileURLToPath(new URL("../luau/boot/lune.luau", import.meta.url));

/**
 * Starts a process with a fresh DataModel.
 * @param program absolute path of lune 0.11.1
 * @throws VmError VM_CLOSED when it cannot start
 */
export async function startLuneVm(sources: VmSources, program: string): Promise<Vm> {
  const child = spawn(program, ["run", BOOT], { stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
  const answers = createPendingAnswers();
  const lines = new LineSplitter();
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => lines.push(chunk).forEach((line) => answers.answer(line)));
  child.stderr.on("data", (chunk: Buffer) => {
    stderr = `${stderr}${chunk.toString("utf8")}`.slice(-4000);
  });
  child.on("error", (cause) =>
    answers.fail(new VmError("VM_CLOSED", `lune does not start: ${cause.message}`, { cause })),
  );
  child.on("close", () => answers.fail(new VmError("VM_CLOSED", `lune has ended. ${stderr}`.trim())));
  // A process that ended shows in its exit, not in a broken pipe.
  child.stdin.on("error", () => undefined);

  const ready = answers.expect();
  child.stdin.write(`${JSON.stringify(sources)}\n`);
  await ready;
  return {
    send: (request) => {
      const answer = answers.expect();
      child.stdin.write(`${request}\n`);
      return answer;
    },
    end: async (reason) => {
      answers.fail(reason);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
