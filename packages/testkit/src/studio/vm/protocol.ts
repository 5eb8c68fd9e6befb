/** Requests to `luau/main.luau` and its answers: one line of JSON each. */

import type { PlainValue } from "../luau/values/plain-value.ts";
import type { PlaceInstance } from "../place/place-tree.ts";
import type { Role, Switches } from "./switches.ts";
import { VmError } from "./vm-error.ts";

/** Which place a DataModel says that it is. */
export interface PlaceInfo {
  /** Name of the file or of the place; "Game" by default. */
  readonly name?: string;
  /** 0 by default, as in a local file. */
  readonly placeId?: number;
  readonly gameId?: number;
  readonly placeVersion?: number;
}

/** Names of the items of Enum.InstanceFileSyncStatus that an instance has by itself. */
export type FileSyncStatus = "Errored" | "SyncedAsRoot";

export type Request =
  | {
      readonly op: "configure";
      /** Of the random numbers: VMs may be copies of one that has started. */
      readonly seed: number;
      readonly settings: Partial<Switches> & { readonly role?: Role; readonly testArguments?: PlainValue };
    }
  | { readonly op: "load"; readonly info: PlaceInfo; readonly roots: readonly PlaceInstance[] }
  | { readonly op: "save" }
  | {
      readonly op: "execute";
      readonly id: number;
      readonly code: string;
      readonly chunkName: string;
      readonly recording?: string;
    }
  | { readonly op: "step" }
  | { readonly op: "startScripts" }
  | { readonly op: "editDraft"; readonly path: readonly string[]; readonly text: string | undefined }
  | {
      readonly op: "setFileSync";
      readonly path: readonly string[];
      readonly status: FileSyncStatus | undefined;
      readonly file: string | undefined;
    }
  | { readonly op: "finishTest"; readonly value: PlainValue };

/** What a script asks of Studio itself through StudioTestService. */
export type Notice =
  | { readonly kind: "startTest"; readonly mode: "multiplayer" | "play" | "run"; readonly arguments?: PlainValue }
  | { readonly kind: "endTest"; readonly value?: PlainValue };

/** Name of an item of Enum.MessageType. */
export type MessageType = "MessageError" | "MessageInfo" | "MessageOutput" | "MessageWarning";

export interface ConsoleMessage {
  readonly text: string;
  readonly type: MessageType;
  /** Epoch seconds, whole, as LogService gives them. */
  readonly timestamp: number;
}

export interface Finished {
  readonly id: number;
  readonly ok: boolean;
  readonly text?: string;
  readonly typeName?: string;
  readonly message?: string;
  readonly stack?: readonly string[];
  readonly isSyntaxError?: boolean;
}

export interface Answer {
  readonly value: unknown;
  /** Milliseconds until a `step` is wanted, undefined when none is. */
  readonly nextMs: number | undefined;
  readonly console: readonly ConsoleMessage[];
  readonly finished: readonly Finished[];
  readonly notices: readonly Notice[];
  /** Why the request was refused. What came along is valid all the same. */
  readonly failure: VmError | undefined;
}

interface RawAnswer extends Pick<Answer, "finished" | "notices" | "value"> {
  readonly ok: boolean;
  readonly message?: string;
  readonly console: readonly { readonly text: string; readonly kind: MessageType; readonly timestamp: number }[];
  readonly next?: number;
}

export function parseAnswer(line: string): Answer {
  // SAFETY: the text comes from our own main.luau, which writes exactly this.
  const { ok, message, value, console, finished, notices, next } = JSON.parse(line) as RawAnswer;
  return {
    value,
    finished,
    notices,
    console: console.map(({ text, kind, timestamp }) => ({ text, type: kind, timestamp })),
    nextMs: next === undefined ? undefined : Math.ceil(next * 1000),
    failure: ok ? undefined : new VmError("VM_FAILED", message ?? "the stand-in failed"),
  };
}
