/**
 * The thread of one WebAssembly VM (luau-web 1.3.0). A thread has one state for its whole life: after `destroy()` a new
 * state would run functions cached from the old one. A fresh DataModel in a used thread is the old image of its memory.
 */

import { parentPort, workerData } from "node:worker_threads";
import { InternalLuauWasmModule, type LuauFunction, LuauState } from "luau-web";
import type { VmSources } from "./vm.ts";
import { type WasmInstance, type WasmModule, webAssembly } from "./web-assembly.ts";
import { restoreImage, takeImage, type WasmMemory, type WebImage } from "./web-image.ts";

export interface WebWorkerData {
  readonly sources: VmSources;
  /** luau-web's module, compiled once for all threads of the process. */
  readonly wasm: WasmModule;
  /** Of a VM that started earlier; without it this thread loads everything and sends its own. */
  readonly image: WebImage | undefined;
}

/** What the thread is sent: requests, which it answers in order, and the order to forget everything. */
export type WebWorkerMessage = { readonly request: string } | "reset";

/** The first message of the thread: it takes requests from now on. */
export interface WebWorkerReady {
  readonly image: WebImage;
}

/** A piece of a request, and whether it is the last: then the answer comes back. */
type Handle = (piece: string, isLast: boolean) => [string | null];

/** What luau-web keeps of a function that it gave to JavaScript. */
interface Reference {
  readonly ref: number;
  readonly state: number;
  release(): void;
}

/** The parts of luau-web 1.3.0 that its types leave out. */
interface Internals {
  readonly LUA_VALUE: symbol;
  readonly luaValueCache: Map<number, unknown>;
  readonly LuaValue: (state: number, type: "lfunction", ref: number) => LuauFunction;
  /** "_malloc" and "_free". */
  readonly [name: string]: unknown;
  printErr: (text: string) => void;
  instantiateWasm: (
    imports: Readonly<Record<string, unknown>>,
    receive: (instance: WasmInstance) => unknown,
  ) => unknown;
}

/** Characters of one argument. The glue copies arguments to a stack of 64 KB, each of them twice, as UTF-8. */
const PIECE_LENGTH = 4096;

// SAFETY: web-vm.ts starts this thread, with exactly this.
const { sources, wasm, image } = workerData as WebWorkerData;
// SAFETY: see Internals.
const internals = InternalLuauWasmModule as unknown as Internals;

// Functions given to JavaScript are kept for ever unless they are released.
const lent: LuauFunction[] = [];

function referenceOf(value: LuauFunction): Reference {
  // SAFETY: luau-web keeps its reference under this symbol.
  return (value as unknown as Record<symbol, Reference>)[internals.LUA_VALUE] as Reference;
}

function releaseLent(): void {
  for (const value of lent.splice(0)) {
    const reference = referenceOf(value);
    reference.release();
    internals.luaValueCache.delete(reference.ref);
  }
}

function compile(source: string, chunkName: string): LuauFunction | string {
  const result = state.loadstring(source, chunkName);
  if (typeof result !== "string") lent.push(result);
  return result;
}

function loadModule(modulePath: string): LuauFunction {
  const source = sources.modules[modulePath];
  if (source === undefined) throw new Error(`there is no module ${modulePath}`);
  const result = compile(`local require = ...; ${source}`, `=studio/${modulePath}`);
  if (typeof result === "string") throw new Error(result);
  return result;
}

function allocatorFunction(name: "_free" | "_malloc"): (value: number) => number {
  // SAFETY: the module exports these two of C's library.
  return internals[name] as (value: number) => number;
}

/** Loads the stand-in. @returns the function that handles requests */
function boot(): LuauFunction {
  // SAFETY: boot/web.luau can be compiled, and returns one function.
  const start = compile(sources.modules["boot/web"] ?? "", "=studio/boot/web") as LuauFunction;
  const [handleRequest] = start() as [LuauFunction];
  releaseLent();
  return handleRequest;
}

// What the module has to say before it aborts is in the error as well.
internals.printErr = () => undefined;
let memory: WasmMemory | undefined;
internals.instantiateWasm = (imports, receive) => {
  const instance = new webAssembly.Instance(wasm, imports);
  // SAFETY: of all that the module exports, only its memory has a buffer.
  memory = Object.values(instance.exports).find((value) => value instanceof webAssembly.Memory) as WasmMemory;
  return receive(instance);
};
const state = await LuauState.createAsync({
  hostLoadModule: loadModule,
  hostCompile: compile,
  hostClassRow: (className: string) => sources.classRows[className],
});

if (memory === undefined) throw new Error("luau-web made no memory");
const allocator = { malloc: allocatorFunction("_malloc"), free: allocatorFunction("_free") };
const own = image ?? takeImage(memory, allocator, referenceOf(boot()).ref);
// SAFETY: luau-web 1.3.0 keeps the address of its state in this field.
const { state: address } = state as unknown as { readonly state: number };
const baseline = new Map(internals.luaValueCache);

/** Makes the DataModel fresh. @returns the function that handles its requests */
function reset(): Handle {
  restoreImage(memory as WasmMemory, own);
  internals.luaValueCache.clear();
  for (const [ref, value] of baseline) internals.luaValueCache.set(ref, value);
  // SAFETY: the reference is that of the image's own handle, in a state at the same address.
  return internals.LuaValue(address, "lfunction", own.handleRef) as Handle;
}

let handle = reset();

function answer(request: string): string {
  let sent = 0;
  while (request.length - sent > PIECE_LENGTH) {
    // A pair of surrogates must not be torn.
    const isPair = /[\uD800-\uDBFF]/.test(request.charAt(sent + PIECE_LENGTH - 1));
    const end = sent + PIECE_LENGTH - (isPair ? 1 : 0);
    handle(request.slice(sent, end), false);
    sent = end;
  }
  const [text] = handle(request.slice(sent), true);
  releaseLent();
  return text ?? "";
}

parentPort?.on("message", (message: WebWorkerMessage) => {
  if (message === "reset") handle = reset();
  else parentPort?.postMessage(answer(message.request));
});
const ready: WebWorkerReady = { image: own };
parentPort?.postMessage(ready);
