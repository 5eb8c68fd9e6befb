/** Those who want to know of changes. One that throws does not harm the others. */

export class Listeners {
  readonly #listeners = new Set<() => void>();
  #failure: { readonly error: unknown } | undefined;

  /** @returns ends the subscription */
  add(listener: () => void): () => void {
    // Wrapped, so that a function that is added twice is called twice.
    const entry = (): void => listener();
    this.#listeners.add(entry);
    return () => {
      this.#listeners.delete(entry);
    };
  }

  notify(): void {
    for (const listener of this.#listeners) {
      try {
        listener();
      } catch (error) {
        this.#listeners.delete(listener);
        this.#failure ??= { error };
      }
    }
  }

  /** @throws what the first listener threw, once */
  throwFailure(): void {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure.error;
  }
}
