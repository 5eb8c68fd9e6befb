/** The DataModel of the Studio stand-in, for the MCP server stand-in and for tests. */

import { randomInt } from "node:crypto";
import type { PlainValue } from "../luau/values/plain-value.ts";
import type { PlaceTree } from "../place/place-tree.ts";
import type { ConsoleMessage, FileSyncStatus, Notice, PlaceInfo } from "./protocol.ts";
import { readSavedPlace } from "./saved-place.ts";
import { createSession, type Session } from "./session.ts";
import { startVm } from "./start-vm.ts";
import type { Role, Switches } from "./switches.ts";
import type { VmKind } from "./vm.ts";

export interface DataModelOptions {
  /** `web` by default. */
  readonly vm?: VmKind;
  readonly switches?: Partial<Switches>;
  /** A new place by default. Services that it does not name are as in a new place. */
  readonly place?: PlaceTree;
  readonly info?: PlaceInfo;
  /** `edit` by default. */
  readonly role?: Role;
  /** What StudioTestService:GetTestArgs gives. */
  readonly testArguments?: PlainValue;
  /** Longest time that code may run without yielding; 20,000 by default. */
  readonly timeLimitMs?: number;
}

export interface ExecuteOptions {
  /** Name of the chunk in error positions; "AssistantCommand" by default. */
  readonly chunkName?: string;
  /** Wraps the call in a recording of this name, as Studio's execute_luau does; none by default. */
  readonly recording?: string;
}

/** What became of a call. `text` is the first returned value as Studio's serialiser writes it. */
export type ExecuteResult =
  | { readonly ok: true; readonly text: string; readonly typeName: string }
  | {
      readonly ok: false;
      /** With position: "AssistantCommand:3: attempt to ...". */
      readonly message: string;
      /** Innermost first: "Script 'AssistantCommand', Line 3". */
      readonly stack: readonly string[];
      /** The code could not be parsed; nothing ran. */
      readonly isSyntaxError: boolean;
    };

/** Every function can throw VmError VM_CLOSED, and VM_TIMED_OUT when code runs on without yielding. */
export interface DataModel {
  readonly role: Role;
  /**
   * Runs code with plugin rights. Calls may overlap: one that yields lets others run, and settles when it is done, which
   * may be never.
   */
  execute(code: string, options?: ExecuteOptions): Promise<ExecuteResult>;
  /** Console messages so far, oldest first; LogService:ClearOutput does not clear these. */
  messages(): readonly ConsoleMessage[];
  /** Calls `listener` for each new message. @returns a function that stops it */
  onMessage(listener: (message: ConsoleMessage) => void): () => void;
  /** Calls `listener` when a script asks Studio to start or end a test. @returns a function that stops it */
  onNotice(listener: (notice: Notice) => void): () => void;
  /** Lets the call that started a test return `value`. */
  finishTest(value: PlainValue): Promise<void>;
  /** The place as it is. */
  snapshot(): Promise<PlaceTree>;
  /** A copy of the place in a DataModel of its own, such as the server of a playtest. The caller closes it. */
  fork(role: Role, testArguments?: PlainValue): Promise<DataModel>;
  /** Starts the scripts of this role as a playtest does: adds a player, clones the starter containers, runs scripts. */
  startScripts(): Promise<void>;
  /**
   * What a person types into the editor of a script; undefined closes the editor.
   * @param path names from below `game`
   * @throws VmError VM_FAILED when there is no such instance
   */
  editDraft(path: readonly string[], text: string | undefined): Promise<void>;
  /** Says that Script Sync keeps an instance in `file` (absolute); undefined ends it. */
  setFileSync(path: readonly string[], status: FileSyncStatus | undefined, file?: string): Promise<void>;
  /** Ends the VM. Idempotent. */
  close(): Promise<void>;
}

function wrap(session: Session, options: DataModelOptions): DataModel {
  const snapshot = async () => readSavedPlace((await session.request({ op: "save" })).value);
  return {
    role: options.role ?? "edit",
    execute: async (code, { chunkName = "AssistantCommand", recording } = {}) => {
      const result = await session.execute({ code, chunkName, ...(recording === undefined ? {} : { recording }) });
      if (result.ok) return { ok: true, text: result.text ?? "", typeName: result.typeName ?? "nil" };
      const { message = "", stack = [], isSyntaxError = false } = result;
      return { ok: false, message, stack, isSyntaxError };
    },
    messages: () => session.messages(),
    onMessage: (listener) => session.onMessage(listener),
    onNotice: (listener) => session.onNotice(listener),
    finishTest: async (value) => void (await session.request({ op: "finishTest", value })),
    snapshot,
    fork: async (role, testArguments = null) =>
      createDataModel({ ...options, role, testArguments, place: await snapshot() }),
    startScripts: async () => void (await session.request({ op: "startScripts" })),
    editDraft: async (path, text) => void (await session.request({ op: "editDraft", path, text })),
    setFileSync: async (path, status, file) => void (await session.request({ op: "setFileSync", path, status, file })),
    close: () => session.close(),
  };
}

/**
 * Starts a VM with a place in it.
 * @throws VmError VM_CLOSED when the VM cannot start, VM_FAILED when the place cannot be loaded
 */
export async function createDataModel(options: DataModelOptions = {}): Promise<DataModel> {
  const { place = { roots: [] }, info = {}, role = "edit", testArguments = null, switches, timeLimitMs } = options;
  const vm = await startVm(options.vm ?? "web");
  const session = createSession(vm, timeLimitMs ?? 20_000);
  try {
    await session.request({
      op: "configure",
      seed: randomInt(2 ** 31),
      settings: { ...switches, role, testArguments },
    });
    await session.request({ op: "load", info, roots: place.roots });
  } catch (error) {
    await session.close();
    throw error;
  }
  return wrap(session, options);
}
