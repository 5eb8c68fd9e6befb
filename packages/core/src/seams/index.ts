/** What pure code may not reach for by itself: time and identity. Passed as parameters, with the real ones as default. */

import { randomBytes } from "node:crypto";

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export interface IdSource {
  /** A new id: unique, file-name safe, and sorting in order of creation to the millisecond. */
  next(): string;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Ids of the form `20261201T091500123Z-9f86d081`: UTC time to the millisecond, then 32 random bits. */
export function createIdSource(clock: Clock = systemClock): IdSource {
  return {
    next: () => {
      const stamp = new Date(clock.now()).toISOString().replace(/[-:.]/g, "");
      return `${stamp}-${randomBytes(4).toString("hex")}`;
    },
  };
}
