/** What the doctor says: one fact for each thing that was looked at, with what to do about it. Pure. */

/**
 * `pass`: looked at, and in order. `warn`: works, but see the detail. `fail`: does not work. `off`: not wanted here.
 * `unchecked`: nobody looked, and why; never read as in order.
 */
type FactState = "pass" | "warn" | "fail" | "off" | "unchecked";

export interface DoctorFact {
  /** Stable name, such as `rojo-version`. */
  readonly id: string;
  readonly title: string;
  readonly state: FactState;
  readonly detail: string;
  /** The next step; there for every `warn` and `fail`. */
  readonly fix: string | undefined;
}

export type Told = Pick<DoctorFact, "state" | "detail" | "fix">;

export const pass = (detail: string): Told => ({ state: "pass", detail, fix: undefined });
export const warn = (detail: string, fix: string): Told => ({ state: "warn", detail, fix });
export const fail = (detail: string, fix: string): Told => ({ state: "fail", detail, fix });
export const notWanted = (detail: string): Told => ({ state: "off", detail, fix: undefined });
export const unchecked = (detail: string, fix?: string): Told => ({ state: "unchecked", detail, fix });

export function fact(id: string, title: string, told: Told): DoctorFact {
  return { id, title, ...told };
}

const SIGNS: Readonly<Record<FactState, string>> = {
  pass: "pass     ",
  warn: "WARN     ",
  fail: "FAIL     ",
  off: "off      ",
  unchecked: "unchecked",
};

/** Lines for people and models; the first one counts. */
export function formatFacts(facts: readonly DoctorFact[]): string {
  const counted = (["fail", "warn", "pass", "off", "unchecked"] as const)
    .map((state) => ({ state, count: facts.filter((one) => one.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`);
  const lines = facts.flatMap(({ title, state, detail, fix }) => [
    `${SIGNS[state]} ${title}: ${detail.replaceAll("\n", "\n          ")}`,
    ...(fix === undefined ? [] : [`          fix: ${fix}`]),
  ]);
  return [counted.join(", "), ...lines].join("\n");
}
