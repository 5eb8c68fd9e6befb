/** One answer for all who ask the same at the same time. The question is withdrawn when nobody waits for it any more. */

import { once } from "node:events";

interface OpenQuestion<T> {
  readonly answer: Promise<T>;
  readonly withdraw: AbortController;
  waiting: number;
}

async function throwOnAbort(signal: AbortSignal, stop: AbortSignal): Promise<never> {
  await once(signal, "abort", { signal: stop });
  throw signal.reason;
}

async function answerOrAbort<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return answer;
  const stop = new AbortController();
  try {
    return await Promise.race([answer, throwOnAbort(signal, stop.signal)]);
  } finally {
    stop.abort();
  }
}

export class SharedQuestions<T> {
  readonly #open = new Map<string, OpenQuestion<T>>();

  /**
   * The outcome of `ask`, which runs once for all that are waiting under the same key.
   * @throws the reason of `signal` at once when it aborts; others go on waiting
   */
  async ask(key: string, ask: (withdrawn: AbortSignal) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    signal?.throwIfAborted();
    const question = this.#open.get(key) ?? this.#start(key, ask);
    question.waiting += 1;
    try {
      return await answerOrAbort(question.answer, signal);
    } finally {
      question.waiting -= 1;
      if (question.waiting === 0) {
        this.#close(key, question);
        question.withdraw.abort();
      }
    }
  }

  #start(key: string, ask: (withdrawn: AbortSignal) => Promise<T>): OpenQuestion<T> {
    const withdraw = new AbortController();
    const question: OpenQuestion<T> = { answer: ask(withdraw.signal), withdraw, waiting: 0 };
    this.#open.set(key, question);
    // Whoever waits sees the failure; when nobody does any more, it belongs to nobody.
    question.answer.then(
      () => this.#close(key, question),
      () => this.#close(key, question),
    );
    return question;
  }

  #close(key: string, question: OpenQuestion<T>): void {
    if (this.#open.get(key) === question) this.#open.delete(key);
  }
}
