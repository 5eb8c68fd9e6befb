/** Names of the files of one lock. Pure. */

export interface LockPaths {
  /** The folder whose existence is the lock. */
  readonly lock: string;
  readonly holder: string;
  /** Held while a dead holder's lock is taken away. */
  readonly breaker: string;
}

/** @param target what the lock protects; it need not exist, its folder must */
export function lockPathsOf(target: string): LockPaths {
  return { lock: `${target}.lock`, holder: `${target}.lock.json`, breaker: `${target}.lock.breaker` };
}
