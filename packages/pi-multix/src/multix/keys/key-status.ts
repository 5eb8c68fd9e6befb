/** Where the CLI would take each key from, without its value. Follows the CLI's order: the first DEFINED one wins. Pure. */

import { keyProviders } from "./variables.ts";

export type KeyPlace = "environment" | "cwd .env" | "home .env";

export interface KeySource {
  readonly place: KeyPlace;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

export interface VariableStatus {
  readonly name: string;
  readonly secret: boolean;
  /** `empty`: a variable that is defined without a value, which the CLI takes as it is. */
  readonly state: "set" | "empty" | "missing";
  readonly place: KeyPlace | undefined;
  /** Places behind the winning one that hold a value which is therefore not used. */
  readonly hidden: readonly KeyPlace[];
}

export interface ProviderStatus {
  readonly provider: string;
  readonly title: string;
  readonly usable: boolean;
  readonly variables: readonly VariableStatus[];
}

function variableStatus(name: string, secret: boolean, sources: readonly KeySource[]): VariableStatus {
  const defined = sources.filter((source) => source.variables[name] !== undefined);
  const [winner, ...behind] = defined;
  if (winner === undefined) return { name, secret, state: "missing", place: undefined, hidden: [] };
  const value = winner.variables[name] ?? "";
  return {
    name,
    secret,
    state: value === "" ? "empty" : "set",
    place: winner.place,
    hidden: behind
      .filter((source) => (source.variables[name] ?? "") !== "" && source.variables[name] !== value)
      .map((source) => source.place),
  };
}

/**
 * Status of every provider.
 * @param sources in the CLI's order: process environment, `.env` of the working directory, `~/.multix/.env`
 */
export function keyStatusOf(sources: readonly KeySource[]): ProviderStatus[] {
  return keyProviders.map((provider) => {
    const own = provider.variables.map(({ name, secret }) => variableStatus(name, secret, sources));
    const others = provider.alternatives
      .map((name) => variableStatus(name, true, sources))
      .filter((status) => status.state !== "missing");
    const needed = own.filter((_, index) => provider.variables[index]?.neededFor === "all");
    const usable = needed.every((status) => status.state === "set") || others.some((status) => status.state === "set");
    return { provider: provider.id, title: provider.title, usable, variables: [...own, ...others] };
  });
}
