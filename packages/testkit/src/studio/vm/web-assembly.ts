/** The parts of WebAssembly that this folder uses; without the DOM's types, TypeScript knows none of them. */

/** A compiled module. Threads share it by sending it. */
export interface WasmModule {
  readonly [Symbol.toStringTag]: string;
}

export interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

interface WebAssemblyApi {
  compile(binary: Uint8Array): Promise<WasmModule>;
  readonly Memory: new (...never: readonly never[]) => object;
  readonly Instance: new (module: WasmModule, imports: Readonly<Record<string, unknown>>) => WasmInstance;
}

// SAFETY: Node has had the global since version 8.
export const webAssembly = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi }).WebAssembly;
