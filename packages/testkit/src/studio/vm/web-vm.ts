/** A VM in a worker thread: luau-web, embedded, the default. */

import { createPendingAnswers, type PendingAnswers } from "./pending-answers.ts";
import type { Vm } from "./vm.ts";
import { VmError } from "./vm-error.ts";
import type { WebThread } from "./web-thread.ts";
import type { WebWorkerMessage } from "./web-worker.ts";

/**
 * The DataModel of a thread, which must be fresh.
 * @param onRest gets the thread back when the VM was closed in good order, with a fresh DataModel
 */
export function createWebVm(thread: WebThread, onRest: (thread: WebThread) => void): Vm {
  const answers: PendingAnswers = createPendingAnswers();
  const { worker } = thread;
  const post = (message: WebWorkerMessage) => worker.postMessage(message);
  const onMessage = (line: string) => answers.answer(line);
  const onError = (cause: Error) => answers.fail(new VmError("VM_CLOSED", `the VM broke: ${cause.message}`, { cause }));
  const onExit = () => answers.fail(new VmError("VM_CLOSED", "the VM has ended"));
  worker.on("message", onMessage).on("error", onError).on("exit", onExit);
  let isEnded = false;
  return {
    send: (request) => {
      const answer = answers.expect();
      if (!isEnded) post({ request });
      return answer;
    },
    end: async (reason) => {
      if (isEnded) return;
      isEnded = true;
      const isAtRest = thread.isAlive() && answers.isIdle() && reason.code === "VM_CLOSED";
      answers.fail(reason);
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      if (!isAtRest) await thread.terminate();
      else {
        post("reset");
        onRest(thread);
      }
    },
  };
}
