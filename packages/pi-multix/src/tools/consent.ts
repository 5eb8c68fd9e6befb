/** Asks a person before a call changes something at a provider; where nobody can be asked, the call is refused. */

import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { multixError } from "../errors.ts";

const NO = "No";
const YES = "Yes, go ahead";

/**
 * @param what the change, as the rest of a sentence: `adds a voice to your ElevenLabs account`
 * @throws CONSENT_REQUIRED in print and JSON mode, CONSENT_DECLINED when the answer is not yes
 */
export async function askConsent(ctx: ExtensionContext, what: string, signal: AbortSignal | undefined): Promise<void> {
  if (!ctx.hasUI)
    throw multixError("CONSENT_REQUIRED", `This call ${what}, and nobody can be asked in this mode`, {
      hint: "Run it in the terminal, or let the user do it at the provider.",
      data: { what },
    });
  // No stands first: an Enter too many must not change an account.
  const answer = await ctx.ui.select(
    `multix: this call ${what}. Go ahead?`,
    [NO, YES],
    signal === undefined ? {} : { signal },
  );
  signal?.throwIfAborted();
  if (answer === YES) return;
  throw multixError("CONSENT_DECLINED", `The user did not agree to a call that ${what}`, {
    hint: "Do not repeat it; ask the user what to do instead.",
    data: { what },
  });
}
