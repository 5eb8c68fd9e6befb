/** How often a server that dies is started again. Pure. */

export interface RestartPolicy {
  /** The pause before each restart in turn; as many restarts as entries, within the window. */
  readonly delaysMs: readonly number[];
  /** Deaths longer ago than this are forgotten. */
  readonly windowMs: number;
}

/**
 * Rojo 7.7.1 dies whenever a served folder is removed with files in it, so single deaths are daily life and only a row of
 * them means that a restart does not help.
 */
export const DEFAULT_RESTART_POLICY: RestartPolicy = { delaysMs: [200, 500, 1000, 3000, 8000], windowMs: 60_000 };

export type RestartDecision =
  | { readonly kind: "restart"; readonly delayMs: number; readonly deathsMs: readonly number[] }
  | { readonly kind: "give-up"; readonly deathsMs: readonly number[] };

/**
 * @param deathsMs epoch milliseconds of earlier deaths
 * @param nowMs of this one
 */
export function decideRestart(deathsMs: readonly number[], nowMs: number, policy: RestartPolicy): RestartDecision {
  // A clock that was set back must not make deaths count for ever.
  const recent = deathsMs.filter((atMs) => atMs <= nowMs && nowMs - atMs < policy.windowMs);
  const delayMs = policy.delaysMs[recent.length];
  const all = [...recent, nowMs];
  return delayMs === undefined ? { kind: "give-up", deathsMs: all } : { kind: "restart", delayMs, deathsMs: all };
}
