/**
 * The memory of a WebAssembly VM that has loaded the stand-in, so that the next one need not load it again. What is not
 * in the memory (JavaScript's side of luau-web, the stack pointer) is the same in every VM that went through the same
 * steps and is at rest.
 */

/** What luau-web's module gives to JavaScript, beside its functions. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

export interface WebImage {
  readonly bytes: SharedArrayBuffer;
  /** luau-web's reference to the function that handles requests. */
  readonly handleRef: number;
}

/** Bytes behind the last allocation that are copied as well: the allocator's own words. */
const MARGIN = 1 << 20;
/** Too large for any gap, so that the allocator takes it from the end of the heap. */
const PROBE = 4 << 20;

/** @param malloc and `free` of the module */
export function takeImage(
  memory: WasmMemory,
  { malloc, free }: { readonly malloc: (size: number) => number; readonly free: (address: number) => void },
  handleRef: number,
): WebImage {
  const probe = malloc(PROBE);
  free(probe);
  const used = Math.min(probe + MARGIN, memory.buffer.byteLength);
  const bytes = new SharedArrayBuffer(used);
  new Uint8Array(bytes).set(new Uint8Array(memory.buffer, 0, used));
  return { bytes, handleRef };
}

/** Puts an image into the memory of a VM that has made its state and nothing else. */
export function restoreImage(memory: WasmMemory, { bytes }: WebImage): void {
  new Uint8Array(memory.buffer).set(new Uint8Array(bytes));
}
