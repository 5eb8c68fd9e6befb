/** Requests that wait for their answers, which come in order. */

import type { VmError } from "./vm-error.ts";

export interface PendingAnswers {
  /** Settles with the answer to the request that is sent next. */
  expect(): Promise<string>;
  answer(line: string): void;
  /** Whether nothing waits. */
  isIdle(): boolean;
  /** Fails all that wait and all that come. */
  fail(reason: VmError): void;
}

export function createPendingAnswers(): PendingAnswers {
  const waiting: { readonly resolve: (line: string) => void; readonly reject: (reason: VmError) => void }[] = [];
  let failure: VmError | undefined;
  return {
    expect: () =>
      new Promise((resolve, reject) => {
        if (failure === undefined) waiting.push({ resolve, reject });
        else reject(failure);
      }),
    isIdle: () => waiting.length === 0,
    answer: (line) => waiting.shift()?.resolve(line),
    fail: (reason) => {
      failure ??= reason;
      for (const { reject } of waiting.splice(0)) reject(failure);
    },
  };
}
