/** Where each provider's key comes from, as text. Holds names and places, never values. Pure. */

import type { ProviderStatus, VariableStatus } from "../multix/keys/key-status.ts";
import type { KeyFileReport } from "../multix/keys/manage-keys.ts";

function variableText({ name, state, place, hidden }: VariableStatus): string {
  const hides = hidden.length === 0 ? "" : `, hides the one in the ${hidden.join(" and ")}`;
  if (state === "missing") return `${name} missing`;
  if (state === "empty") return `${name} is EMPTY in the ${place}${hides}`;
  return `${name} from the ${place}${hides}`;
}

function providerLine({ provider, usable, variables }: ProviderStatus): string {
  const told = variables.filter(({ state }) => !usable || state !== "missing");
  return `${usable ? "usable " : "no key "} ${provider}: ${told.map(variableText).join("; ")}`;
}

/** The usable providers first, then one line for each. */
export function keyStatusText(report: KeyFileReport & { readonly providers: readonly ProviderStatus[] }): string {
  const usable = report.providers.filter((provider) => provider.usable).map(({ provider }) => provider);
  return [
    usable.length === 0 ? "no provider has a key" : `usable providers: ${usable.join(", ")}`,
    ...report.providers.map(providerLine),
    ...report.warnings.map((warning) => `warning: ${warning}`),
  ].join("\n");
}
