/** The WebAssembly of luau-web 1.3.0, compiled once and with more memory than it comes with. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type WasmModule, webAssembly } from "./web-assembly.ts";

const BINARY = /base64Decode\("([A-Za-z0-9+/=]+)"\)/;

/**
 * The memory section: one memory of at least and at most 274 pages of 64 KB. When it is full the module aborts for good,
 * as its allocator cannot grow it.
 */
const MEMORY_SECTION = Uint8Array.of(5, 6, 1, 1, 0x92, 0x02, 0x92, 0x02);
/** The same with 4096 pages. Untouched pages cost nothing. */
const LARGE_MEMORY_SECTION = Uint8Array.of(5, 6, 1, 1, 0x80, 0x20, 0x80, 0x20);

/**
 * Compiles the module for all threads of the process: they share the machine code, too, which the engine makes function
 * by function when it first needs them.
 * @throws Error when the package is not the version that this was written for
 */
export async function compileLuauWasm(): Promise<WasmModule> {
  const file = createRequire(import.meta.url).resolve("luau-web/src/lib/Luau.Web.js");
  const encoded = BINARY.exec(readFileSync(file, "utf8"))?.[1];
  if (encoded === undefined) throw new Error("luau-web holds no WebAssembly where version 1.3.0 does");
  const binary = Buffer.from(encoded, "base64");
  const at = binary.indexOf(MEMORY_SECTION);
  if (at === -1) throw new Error("luau-web's WebAssembly has another memory than version 1.3.0");
  binary.set(LARGE_MEMORY_SECTION, at);
  return webAssembly.compile(binary);
}
