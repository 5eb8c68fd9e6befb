/** Talks to one VM: time limits, results of calls that yield, the console, and the steps that time asks for. */

import { type Answer, type ConsoleMessage, type Finished, type Notice, parseAnswer, type Request } from "./protocol.ts";
import type { Vm } from "./vm.ts";
import { VmError } from "./vm-error.ts";

export interface Call {
  readonly code: string;
  readonly chunkName: string;
  readonly recording?: string;
}

export interface Session {
  /** @throws VmError */
  request(request: Request): Promise<Answer>;
  execute(call: Call): Promise<Finished>;
  messages(): readonly ConsoleMessage[];
  /** @returns a function that stops it */
  onMessage(listener: (message: ConsoleMessage) => void): () => void;
  onNotice(listener: (notice: Notice) => void): () => void;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (result: Finished) => void;
  readonly reject: (reason: VmError) => void;
}

function createListeners<Event>() {
  const listeners = new Set<(event: Event) => void>();
  return {
    tell: (event: Event): void => {
      for (const listener of listeners) listener(event);
    },
    add: (listener: (event: Event) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** @param timeLimitMs for one answer; a VM that takes longer is ended */
export function createSession(vm: Vm, timeLimitMs: number): Session {
  const messages: ConsoleMessage[] = [];
  const messageListeners = createListeners<ConsoleMessage>();
  const noticeListeners = createListeners<Notice>();
  const calls = new Map<number, Waiting>();
  let lastId = 0;
  let stepTimer: NodeJS.Timeout | undefined;
  let ended: VmError | undefined;

  const end = async (reason: VmError): Promise<void> => {
    ended ??= reason;
    clearTimeout(stepTimer);
    for (const { reject } of calls.values()) reject(ended);
    calls.clear();
    await vm.end(ended);
  };

  const sendInTime = async (line: string): Promise<string> => {
    if (ended !== undefined) throw ended;
    const overdue = new VmError("VM_TIMED_OUT", `code ran for ${timeLimitMs} ms without yielding`);
    const timer = setTimeout(() => void end(overdue), timeLimitMs);
    try {
      return await vm.send(line);
    } finally {
      clearTimeout(timer);
    }
  };

  const scheduleStep = (nextMs: number | undefined): void => {
    clearTimeout(stepTimer);
    if (nextMs === undefined || ended !== undefined) return;
    // Who waits for a call learns of a failed step when the VM ends; nobody else asked for it.
    stepTimer = setTimeout(() => void request({ op: "step" }).catch(() => undefined), nextMs);
    if (calls.size === 0) stepTimer.unref();
  };

  const take = ({ console, notices, finished, nextMs }: Answer): void => {
    messages.push(...console);
    console.forEach(messageListeners.tell);
    notices.forEach(noticeListeners.tell);
    for (const result of finished) {
      calls.get(result.id)?.resolve(result);
      calls.delete(result.id);
    }
    scheduleStep(nextMs);
  };

  const request = async (message: Request): Promise<Answer> => {
    const answer = parseAnswer(await sendInTime(JSON.stringify(message)));
    take(answer);
    if (answer.failure !== undefined) throw answer.failure;
    return answer;
  };

  return {
    request,
    execute: async (call) => {
      lastId += 1;
      const id = lastId;
      const result = new Promise<Finished>((resolve, reject) => calls.set(id, { resolve, reject }));
      // When the VM ends, the request fails as well; one of the two is enough.
      result.catch(() => undefined);
      try {
        await request({ op: "execute", id, ...call });
      } catch (error) {
        calls.delete(id);
        throw error;
      }
      return result;
    },
    messages: () => messages,
    onMessage: messageListeners.add,
    onNotice: noticeListeners.add,
    close: () => end(new VmError("VM_CLOSED", "the DataModel was closed")),
  };
}
