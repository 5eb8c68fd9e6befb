/** Time and identity that a test controls; they fit `Clock` and `IdSource` of pi-extension-core/seams. */

export interface FakeClock {
  readonly now: () => number;
  /** Moves the clock forward. */
  readonly advance: (durationMs: number) => void;
  /** Sets it to a date, or to milliseconds since the Unix epoch; backwards is allowed, as a real clock may do. */
  readonly set: (time: string | number) => void;
}

/** A clock that stands still until it is moved. Starts at 2026-01-01T00:00:00Z. */
export function createFakeClock(start: string | number = "2026-01-01T00:00:00Z"): FakeClock {
  const toMs = (time: string | number): number => (typeof time === "number" ? time : Date.parse(time));
  let nowMs = toMs(start);
  return {
    now: () => nowMs,
    advance: (durationMs) => {
      nowMs += durationMs;
    },
    set: (time) => {
      nowMs = toMs(time);
    },
  };
}

export interface FakeIds {
  readonly next: () => string;
}

/** Ids `id-0001`, `id-0002`, ...: unique, sorted, the same in every run. */
export function createFakeIds(prefix = "id"): FakeIds {
  let last = 0;
  return { next: () => `${prefix}-${String(++last).padStart(4, "0")}` };
}
