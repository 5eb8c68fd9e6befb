/** Calls that go wrong on purpose. A fault waits for the calls that it is meant for and is used up by them. */

export type FaultAction =
  /** The call is made after a time. */
  | { readonly kind: "delay"; readonly ms: number }
  /** The call is neither made nor answered. */
  | { readonly kind: "hang" }
  /** The call is made at once and answered after a time, also when the client has given up by then. */
  | { readonly kind: "answer-late"; readonly ms: number }
  /** The connection ends, before the call is made or after, without an answer. */
  | { readonly kind: "drop"; readonly when: "before" | "after" }
  /** The program ends with an exit code, before the call is made or after. */
  | { readonly kind: "crash"; readonly when: "before" | "after" }
  /** Lines that are no JSON stand on stdout before the answer. */
  | { readonly kind: "noise"; readonly lines: readonly string[] }
  /** The call is not made; this is the answer. */
  | { readonly kind: "answer"; readonly text: string; readonly isError?: boolean }
  /** Something happens in between, such as another place being opened; then the call is made. */
  | { readonly kind: "before"; readonly run: () => void | Promise<void> };

export interface Fault {
  readonly action: FaultAction;
  /** Name of the tool, or `initialize` for the request that opens a connection; any tool by default. */
  readonly tool?: string;
  /** What the arguments must hold; any by default. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** So many matching calls go well first; 0 by default. */
  readonly skip?: number;
  /** So many matching calls go wrong then; 1 by default. */
  readonly times?: number;
}

export const INITIALIZE = "initialize";

interface Armed {
  readonly fault: Fault;
  skip: number;
  times: number;
}

function isMeant({ tool, args }: Fault, name: string, given: Readonly<Record<string, unknown>>): boolean {
  if (tool === undefined ? name === INITIALIZE : tool !== name) return false;
  return Object.entries(args ?? {}).every(([key, value]) => given[key] === value);
}

export class Faults {
  #armed: Armed[] = [];

  add(fault: Fault): void {
    this.#armed.push({ fault, skip: fault.skip ?? 0, times: fault.times ?? 1 });
  }

  clear(): void {
    this.#armed = [];
  }

  /** What happens to this call; each fault counts the calls that it is meant for. */
  take(name: string, args: Readonly<Record<string, unknown>>): FaultAction | undefined {
    for (const armed of this.#armed) {
      if (armed.times === 0 || !isMeant(armed.fault, name, args)) continue;
      if (armed.skip > 0) {
        armed.skip -= 1;
        continue;
      }
      armed.times -= 1;
      return armed.fault.action;
    }
    return undefined;
  }
}
