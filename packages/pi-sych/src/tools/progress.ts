/** Progress of a long look at files: what is going on and for how long, twice a second while it lasts. */

import type { CheckProgress } from "../project/check.ts";

const INTERVAL_MS = 500;

function describe({ done, total, hashing }: CheckProgress): string {
  return `looked at ${done} of ${total} files${hashing === undefined ? "" : `, reading ${hashing}`}`;
}

/** @param show gets a short text; absent where nobody watches */
export async function withProgress<T>(
  show: ((text: string) => void) | undefined,
  work: (onProgress: (progress: CheckProgress) => void) => Promise<T>,
): Promise<T> {
  if (show === undefined) return work(() => {});
  const startedAt = performance.now();
  let latest: CheckProgress | undefined;
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    if (latest !== undefined) show(`${describe(latest)} (${seconds} s)`);
  }, INTERVAL_MS);
  try {
    return await work((progress) => {
      latest = progress;
    });
  } finally {
    clearInterval(timer);
  }
}
