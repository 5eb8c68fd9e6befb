/** A virtual machine that runs the Luau of the stand-in: one DataModel, from start to end. */

import type { VmError } from "./vm-error.ts";

export type VmKind = "web" | "lune";

export interface Vm {
  /**
   * Sends one request and gives the answer, both as a line of JSON. Requests are answered in order.
   * @throws VmError VM_CLOSED when the VM ended before it answered
   */
  send(request: string): Promise<string>;
  /** Ends the VM at once, also in the middle of a loop. Requests without an answer fail with `reason`. Idempotent. */
  end(reason: VmError): Promise<void>;
}

/** What a VM is started with; all of it is data that threads and processes can share. */
export interface VmSources {
  /** Luau source by module path; "@..." are modules that are written from data. */
  readonly modules: Readonly<Record<string, string>>;
  /** Row by class name (class-rows.ts). */
  readonly classRows: Readonly<Record<string, string>>;
}
