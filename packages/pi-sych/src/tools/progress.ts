/** Progress of a long look at many files, a few times a second at most. */

const INTERVAL_MS = 250;

/** @param show gets a short text; absent where nobody watches */
export function progressReporter(show: ((text: string) => void) | undefined): (done: number, total: number) => void {
  const startedAt = performance.now();
  let lastAt = startedAt;
  return (done, total) => {
    const now = performance.now();
    if (show === undefined || now - lastAt < INTERVAL_MS) return;
    lastAt = now;
    show(`looked at ${done} of ${total} files (${((now - startedAt) / 1000).toFixed(1)} s)`);
  };
}
