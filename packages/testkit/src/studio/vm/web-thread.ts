/** Threads that WebAssembly VMs run in. A thread whose VM was closed serves the next one: starting one takes longer. */

import { Worker } from "node:worker_threads";
import type { VmSources } from "./vm.ts";
import { VmError } from "./vm-error.ts";
import type { WasmModule } from "./web-assembly.ts";
import type { WebImage } from "./web-image.ts";
import type { WebWorkerData, WebWorkerReady } from "./web-worker.ts";

export interface WebThread {
  readonly worker: Worker;
  /** What other threads can start from. */
  readonly image: WebImage;
  /** False once it broke or ended. */
  isAlive(): boolean;
  /** Settles when it has ended. */
  terminate(): Promise<void>;
}

/** Threads at rest beyond these are ended. */
const MAX_RESTING = 3;

async function startThread(data: WebWorkerData): Promise<WebThread> {
  const worker = new Worker(new URL("./web-worker.ts", import.meta.url), { workerData: data });
  let isAlive = true;
  const { image } = await new Promise<WebWorkerReady>((resolve, reject) => {
    // These stay: an error of a thread at rest is nobody's.
    const fail = (cause?: Error) => {
      isAlive = false;
      reject(new VmError("VM_CLOSED", "the VM does not start", { cause }));
    };
    worker.on("error", fail);
    worker.on("exit", () => fail());
    worker.once("message", resolve);
  });
  // A DataModel that is forgotten must not keep the process alive.
  worker.unref();
  return { worker, image, isAlive: () => isAlive, terminate: async () => void (await worker.terminate()) };
}

export interface WebThreads {
  /** A thread with a fresh DataModel. @throws VmError VM_CLOSED when it cannot start */
  take(): Promise<WebThread>;
  /** Takes one back that is fresh again. */
  giveBack(thread: WebThread): void;
}

export function createWebThreads(sources: VmSources, wasm: WasmModule): WebThreads {
  const resting: WebThread[] = [];
  let image: WebImage | undefined;
  return {
    take: async () => {
      for (let rested = resting.pop(); rested !== undefined; rested = resting.pop())
        if (rested.isAlive()) return rested;
      const thread = await startThread({ sources, wasm, image });
      image ??= thread.image;
      return thread;
    },
    giveBack: (thread) => {
      if (resting.length < MAX_RESTING) resting.push(thread);
      else void thread.terminate();
    },
  };
}
