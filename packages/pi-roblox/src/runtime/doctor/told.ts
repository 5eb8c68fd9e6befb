/** How an attempt to look at something becomes a fact. */

import { describeFailure } from "pi-extension-core/errors";
import { fail, type Told } from "./facts.ts";

/** What an error says, as a failed fact. */
export function failed(error: unknown, fix: string): Told {
  const { message, hint } = describeFailure(error);
  return fail(message, hint ?? fix);
}

/** A fact that could not be found out is a failed one; the others are told all the same. */
export async function told(work: () => Promise<Told>, fix: string, signal: AbortSignal | undefined): Promise<Told> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    return failed(error, fix);
  }
}
