/** The one error class of the stand-in's virtual machines. */

export type VmErrorCode =
  /** The VM was closed, or ended by itself; nothing of its DataModel is left. */
  | "VM_CLOSED"
  /** The stand-in refused a request, such as a place tree with a class that does not exist. */
  | "VM_FAILED"
  /** Code ran longer than its limit without yielding. The VM is ended: nothing else stops a loop. */
  | "VM_TIMED_OUT";

export class VmError extends Error {
  readonly code: VmErrorCode;

  constructor(code: VmErrorCode, message: string, options?: ErrorOptions) {
    super(`${code}: ${message}`, options);
    this.name = "VmError";
    this.code = code;
  }
}
