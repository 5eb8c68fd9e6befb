/**
 * The thread of one WebAssembly VM (luau-web 1.3.0). A thread has one state for its whole life: after `destroy()` a new
 * state would run functions cached from the old one.
 */

import { parentPort, workerData } from "node:worker_threads";
import { InternalLuauWasmModule, type LuauFunction, LuauState } from "luau-web";
import type { VmSources } from "./vm.ts";
import { type WasmInstance, type WasmModule, webAssembly } from "./web-assembly.ts";

export interface WebWorkerData {
  readonly sources: VmSources;
  /** luau-web's module, compiled once for all threads of the process. */
  readonly wasm: WasmModule;
}

/** Characters of one argument. The glue copies arguments to a stack of 64 KB, each of them twice, as UTF-8. */
const PIECE_LENGTH = 4096;

// SAFETY: web-vm.ts starts this thread, with exactly this.
const { sources, wasm } = workerData as WebWorkerData;

/** What luau-web adds to the functions that it hands out. */
interface Reference {
  readonly ref: number;
  release(): void;
}

// Functions given to JavaScript are kept for ever unless they are released.
const lent: LuauFunction[] = [];

function releaseLent(): void {
  const { LUA_VALUE, luaValueCache } = InternalLuauWasmModule as unknown as {
    readonly LUA_VALUE: symbol;
    readonly luaValueCache: Map<number, unknown>;
  };
  for (const value of lent.splice(0)) {
    // SAFETY: luau-web 1.3.0 keeps its reference under this symbol.
    const reference = (value as unknown as Record<symbol, Reference>)[LUA_VALUE];
    if (reference === undefined) continue;
    reference.release();
    luaValueCache.delete(reference.ref);
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

Object.assign(InternalLuauWasmModule, {
  instantiateWasm: (imports: Readonly<Record<string, unknown>>, receive: (instance: WasmInstance) => unknown) =>
    receive(new webAssembly.Instance(wasm, imports)),
});
const state = await LuauState.createAsync({
  hostLoadModule: loadModule,
  hostCompile: compile,
  hostClassRow: (className: string) => sources.classRows[className],
});
// SAFETY: boot/web.luau returns one function, from a piece and whether it is the last to the answer.
const [handle] = state.loadstring(sources.modules["boot/web"] ?? "", "=studio/boot/web", true)() as [
  (piece: string, isLast: boolean) => [string | null],
];
releaseLent();

function answer(request: string): string {
  let last = 0;
  for (; request.length - last > PIECE_LENGTH; ) {
    // A pair of surrogates must not be torn.
    const isPair = /[\uD800-\uDBFF]/.test(request.charAt(last + PIECE_LENGTH - 1));
    const end = last + PIECE_LENGTH - (isPair ? 1 : 0);
    handle(request.slice(last, end), false);
    last = end;
  }
  const [text] = handle(request.slice(last), true);
  releaseLent();
  return text ?? "";
}

parentPort?.on("message", (request: string) => parentPort?.postMessage(answer(request)));
parentPort?.postMessage("ready");
