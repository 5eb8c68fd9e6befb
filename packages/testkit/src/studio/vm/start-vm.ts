/** Starts a VM of either kind. */

import { luneVersion, outsideProgram } from "../../programs/outside-program.ts";
import type { Vm, VmKind, VmSources } from "./vm.ts";
import { VmError } from "./vm-error.ts";
import type { WasmModule } from "./web-assembly.ts";

// Text and machine code that never change while the process runs; making them takes longer than starting a VM.
let sources: Promise<VmSources> | undefined;
let wasm: Promise<WasmModule> | undefined;

async function loadSources(): Promise<VmSources> {
  const { readVmSources } = await import("./luau-modules.ts");
  return readVmSources();
}

async function compileWasm(): Promise<WasmModule> {
  const { compileLuauWasm } = await import("./luau-wasm.ts");
  return compileLuauWasm();
}

/**
 * A VM with a fresh DataModel.
 * @throws VmError VM_CLOSED when it cannot start, such as without lune
 */
export async function startVm(kind: VmKind): Promise<Vm> {
  sources ??= loadSources();
  if (kind === "web") {
    wasm ??= compileWasm();
    const { startWebVm } = await import("./web-vm.ts");
    return startWebVm(await sources, await wasm);
  }
  const program = outsideProgram("lune", luneVersion);
  if (program === undefined) throw new VmError("VM_CLOSED", `lune ${luneVersion} is not installed`);
  const { startLuneVm } = await import("./lune-vm.ts");
  return startLuneVm(await sources, program);
}
