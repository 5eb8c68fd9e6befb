/** Starts a VM of either kind. */

import { luneVersion, outsideProgram } from "../../programs/outside-program.ts";
import type { Vm, VmKind, VmSources } from "./vm.ts";
import { VmError } from "./vm-error.ts";
import type { WebThreads } from "./web-thread.ts";

// Text, machine code and threads that serve again and again while the process runs.
let sources: Promise<VmSources> | undefined;
let threads: Promise<WebThreads> | undefined;

async function loadSources(): Promise<VmSources> {
  const { readVmSources } = await import("./luau-modules.ts");
  return readVmSources();
}

async function openThreads(source: Promise<VmSources>): Promise<WebThreads> {
  const [{ compileLuauWasm }, { createWebThreads }] = await Promise.all([
    import("./luau-wasm.ts"),
    import("./web-thread.ts"),
  ]);
  return createWebThreads(await source, await compileLuauWasm());
}

/**
 * A VM with a fresh DataModel.
 * @throws VmError VM_CLOSED when it cannot start, such as without lune
 */
export async function startVm(kind: VmKind): Promise<Vm> {
  sources ??= loadSources();
  if (kind === "web") {
    threads ??= openThreads(sources);
    const { createWebVm } = await import("./web-vm.ts");
    const pool = await threads;
    return createWebVm(await pool.take(), (thread) => pool.giveBack(thread));
  }
  const program = outsideProgram("lune", luneVersion);
  if (program === undefined) throw new VmError("VM_CLOSED", `lune ${luneVersion} is not installed`);
  const { startLuneVm } = await import("./lune-vm.ts");
  return startLuneVm(await sources, program);
}
