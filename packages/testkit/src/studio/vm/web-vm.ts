/** A VM in a worker thread: luau-web, embedded, the default. */

import { Worker } from "node:worker_threads";
import { createPendingAnswers } from "./pending-answers.ts";
import type { Vm, VmSources } from "./vm.ts";
import { VmError } from "./vm-error.ts";
import type { WasmModule } from "./web-assembly.ts";
import type { WebWorkerData } from "./web-worker.ts";

/**
 * Starts a thread with a fresh DataModel.
 * @throws VmError VM_CLOSED when it cannot start
 */
export async function startWebVm(sources: VmSources, wasm: WasmModule): Promise<Vm> {
  const data: WebWorkerData = { sources, wasm };
  const worker = new Worker(new URL("./web-worker.ts", import.meta.url), { workerData: data });
  const answers = createPendingAnswers();
  const ready = answers.expect();
  worker.on("message", (line: string) => answers.answer(line));
  worker.on("error", (cause) => answers.fail(new VmError("VM_CLOSED", `the VM broke: ${cause.message}`, { cause })));
  worker.on("exit", () => answers.fail(new VmError("VM_CLOSED", "the VM has ended")));
  await ready;
  // A DataModel that a test forgets must not keep the process alive.
  worker.unref();
  return {
    send: (request) => {
      const answer = answers.expect();
      worker.postMessage(request);
      return answer;
    },
    end: async (reason) => {
      answers.fail(reason);
      await worker.terminate();
    },
  };
}
