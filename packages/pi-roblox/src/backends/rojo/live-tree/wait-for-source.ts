/** Waits until a tree shows a source. */

import type { LiveTreeState, SourceGrade } from "./live-tree.ts";

export interface WatchedSource {
  state(): LiveTreeState;
  /** Digests of the sources at the path, as last seen. */
  sourceHashes(): readonly string[];
  onChange(listener: () => void): () => void;
}

function grade(source: WatchedSource, wanted: string): SourceGrade {
  if (source.state().kind !== "following") return "not-following";
  const hashes = source.sourceHashes();
  if (hashes.includes(wanted)) return "noticed";
  return hashes.length > 0 ? "other" : "absent";
}

const isOver = (source: WatchedSource): boolean => ["given-up", "ended"].includes(source.state().kind);

/** @throws the reason of `signal` */
export async function waitForSource(
  source: WatchedSource,
  wanted: string,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
): Promise<SourceGrade> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<SourceGrade>();
  const look = (): void => {
    const now = grade(source, wanted);
    if (now === "noticed" || isOver(source)) resolve(now);
  };
  const onAbort = (): void => reject(signal?.reason);
  const timer = setTimeout(() => resolve(grade(source, wanted)), timeoutMs);
  const unsubscribe = source.onChange(look);
  signal?.addEventListener("abort", onAbort);
  try {
    look();
    return await promise;
  } finally {
    clearTimeout(timer);
    unsubscribe();
    signal?.removeEventListener("abort", onAbort);
  }
}
