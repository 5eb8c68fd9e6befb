/** The state of a session as data and as text. Pure. */

import type { InstanceMap } from "../../datamodel/instance-map.ts";
import type { StepReport } from "../lifecycle/background-step.ts";

export interface MapStatus {
  readonly kind: InstanceMap["kind"];
  readonly instances: number;
  readonly ageMs: number;
  readonly staleBecause: string | undefined;
}

export interface SessionStatus {
  readonly workspace: string;
  readonly steps: readonly StepReport[];
  /** Of now; the report of the step tells how the start ended. Undefined without a project. */
  readonly server: string | undefined;
  readonly liveTree: string | undefined;
  readonly maps: readonly MapStatus[];
}

export function mapStatus(map: InstanceMap, nowMs: number): MapStatus {
  const { kind, size, observedAtMs, staleBecause } = map;
  return { kind, instances: size, ageMs: Math.max(0, nowMs - observedAtMs), staleBecause };
}

const seconds = (ms: number): string => (ms < 1000 ? "now" : `${Math.round(ms / 1000)} s ago`);

/** The first line says it all in a few words. */
export function formatStatus({ workspace, steps, server, liveTree, maps }: SessionStatus): string {
  const failed = steps.filter(({ state }) => state === "failed").map(({ name }) => name);
  const running = steps.filter(({ state }) => state === "running" || state === "waiting").map(({ name }) => name);
  const summary =
    failed.length > 0
      ? `failed: ${failed.join(", ")}`
      : running.length > 0
        ? `under way: ${running.join(", ")}`
        : "started";
  const lines = steps.map(({ name, state, detail, failure }) => {
    const hint = failure?.hint === undefined ? "" : `\n    next: ${failure.hint}`;
    return `  ${name}: ${state}${detail === "" ? "" : `; ${detail}`}${hint}`;
  });
  const now = [
    ...(server === undefined ? [] : [`  server now: ${server}`]),
    ...(liveTree === undefined ? [] : [`  live tree now: ${liveTree}`]),
    ...maps.map(({ kind, instances, ageMs, staleBecause }) => {
      const stale = staleBecause === undefined ? "" : `, stale: ${staleBecause}`;
      return `  map ${kind}: ${instances} instances, seen ${seconds(ageMs)}${stale}`;
    }),
  ];
  return [`pi-roblox in ${workspace}: ${summary}`, ...lines, ...now].join("\n");
}

/** One line for the model. */
export function statusLine({ steps, server }: Pick<SessionStatus, "steps" | "server">): string {
  const states = steps.filter(({ state }) => state !== "off").map(({ name, state }) => `${name} ${state}`);
  return `pi-roblox: ${states.join(", ")}${server === undefined ? "" : `; rojo serve ${server}`}`;
}

/** The line in the footer; undefined where the extension has nothing to do. */
export function footerOf({ steps, server }: Pick<SessionStatus, "steps" | "server">): string | undefined {
  const project = steps.find(({ name }) => name === "project");
  const failed = steps.filter(({ state }) => state === "failed").map(({ name }) => name);
  if (failed.length > 0) return `roblox: ${failed.join(", ")} failed (/roblox doctor)`;
  if (project?.state === "ready")
    return `roblox: ${project.detail.split(":")[0]}${server === undefined ? "" : `, ${server}`}`;
  return project?.state === "running" ? "roblox: reading the project" : undefined;
}

/** The server in one or two words, for the footer. */
export function shortServer(phase: string): string | undefined {
  switch (phase) {
    case "ready":
    case "adopted":
      return "serving";
    case "checking":
    case "starting":
    case "restarting":
      return phase;
    case "given-up":
    case "unusable":
      return "not serving";
    default:
      return undefined;
  }
}
