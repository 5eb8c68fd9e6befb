import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Probe } from "../../../../../src/backends/rojo/api/probe-server.ts";
import { cannotStart } from "../../../../../src/backends/rojo/server/server-problem.ts";
import {
  INITIAL_STATE,
  isSettled,
  nextState,
  type ServerEvent,
  type ServerRules,
  type ServerState,
} from "../../../../../src/backends/rojo/server/server-state.ts";
import { robloxError } from "../../../../../src/errors.ts";
import { rules, serverExit, serverInfo } from "./sample-server.ts";

const nothing: ServerEvent = { type: "probed", probe: { kind: "nothing" } };
const silent: ServerEvent = { type: "probed", probe: { kind: "silent" } };
const ours = (change = {}): ServerEvent => ({ type: "probed", probe: { kind: "rojo", server: serverInfo(change) } });
const answered: ServerEvent = { type: "answered", pid: 10, server: serverInfo(), versionMismatch: undefined };
const exited = (change = {}): ServerEvent => ({ type: "exited", exit: serverExit(change) });
const failed: ServerEvent = { type: "failed", problem: cannotStart(robloxError("ROJO_NOT_FOUND", "none")) };

/** The state after all of the events. */
function after(events: readonly ServerEvent[], given: ServerRules = rules()): ServerState {
  return events.reduce<ServerState>((state, event) => nextState(state, event, given), INITIAL_STATE);
}

const phaseAfter = (events: readonly ServerEvent[], given?: ServerRules): string => after(events, given).phase;

describe("looking for a server", () => {
  it("begins when one is needed, and not before", () => {
    expect(phaseAfter([])).toBe("stopped");
    expect(phaseAfter([{ type: "needed" }])).toBe("checking");
  });

  it("adopts one of this project, and starts one where nothing is", () => {
    expect(phaseAfter([{ type: "needed" }, ours()])).toBe("adopted");
    expect(phaseAfter([{ type: "needed" }, nothing])).toBe("starting");
    expect(phaseAfter([{ type: "needed" }, nothing, answered])).toBe("ready");
  });

  it("starts none without autoStart, unless the user asks for it", () => {
    const given = rules({ autoStart: false });
    expect(after([{ type: "needed" }, nothing], given)).toEqual({ phase: "stopped", reason: "auto-start-off" });
    expect(phaseAfter([{ type: "start" }, nothing], given)).toBe("starting");
  });

  it("is tried again when it failed, as soon as a server is needed", () => {
    expect(phaseAfter([{ type: "needed" }, silent])).toBe("unusable");
    expect(phaseAfter([{ type: "needed" }, silent, { type: "needed" }])).toBe("checking");
    expect(phaseAfter([{ type: "needed" }, failed, { type: "needed" }])).toBe("checking");
  });

  it("stays off after a stop until a start", () => {
    const stopped: ServerEvent[] = [{ type: "needed" }, nothing, answered, { type: "stop" }];
    expect(phaseAfter([...stopped, { type: "needed" }])).toBe("stopped");
    expect(phaseAfter([...stopped, { type: "start" }])).toBe("checking");
  });
});

describe("the end of our server", () => {
  const running: ServerEvent[] = [{ type: "needed" }, nothing, answered];
  const restarted: ServerEvent[] = [{ type: "pause-over" }, nothing, answered];

  it("after it was ready leads to a restart after a pause, with a new look at the port", () => {
    expect(after([...running, exited()])).toMatchObject({ phase: "restarting", delayMs: 10 });
    expect(phaseAfter([...running, exited(), { type: "pause-over" }])).toBe("checking");
    expect(phaseAfter([...running, exited(), ...restarted])).toBe("ready");
  });

  it("is given up after as many restarts as the policy has pauses", () => {
    const events = [...running, exited(), ...restarted, exited({ atMs: 1 }), ...restarted, exited({ atMs: 2 })];
    expect(after(events)).toMatchObject({ phase: "given-up", deaths: 3 });
    expect(phaseAfter([...events, { type: "needed" }])).toBe("given-up");
    expect(after([...events, { type: "start" }])).toMatchObject({ phase: "checking", attempt: { deathsMs: [] } });
  });

  it("counts anew when the last one is long ago", () => {
    const events = [...running, exited(), ...restarted, exited({ atMs: 1000 })];
    expect(after(events)).toMatchObject({ phase: "restarting", delayMs: 10, attempt: { deathsMs: [1000] } });
  });

  it("before its first answer is a failed start, not tried again by itself", () => {
    const exit = { kind: "project" };
    expect(after([{ type: "needed" }, nothing, exited(exit)])).toMatchObject({
      phase: "unusable",
      problem: { kind: "failed-start", error: { data: { exit: "project" } } },
    });
  });

  it("before the answer of a restart counts as another death", () => {
    const events = [...running, exited(), { type: "pause-over" } as const, nothing, exited({ atMs: 1 })];
    expect(after(events)).toMatchObject({ phase: "restarting", delayMs: 20 });
  });

  it("by a taken port leads to one look at who has it", () => {
    const busy = exited({ kind: "port-busy" });
    expect(phaseAfter([{ type: "needed" }, nothing, busy, ours()])).toBe("adopted");
    expect(after([{ type: "needed" }, nothing, busy, nothing, busy])).toMatchObject({
      phase: "unusable",
      problem: { kind: "failed-start", error: { data: { exit: "port-busy" } } },
    });
  });
});

describe("an adopted server", () => {
  const adopted: ServerEvent[] = [{ type: "needed" }, ours()];

  it("that answers as before leaves the state as it is", () => {
    const state = after(adopted);
    expect(nextState(state, ours(), rules())).toBe(state);
  });

  it("that has started again is followed", () => {
    expect(after([...adopted, ours({ sessionId: "session-2" })])).toMatchObject({
      phase: "adopted",
      server: { sessionId: "session-2" },
    });
  });

  it("that serves another project now is left", () => {
    expect(after([...adopted, ours({ projectName: "Other" })])).toMatchObject({
      phase: "unusable",
      problem: { kind: "other-project" },
    });
  });

  it("that is gone twice in a row is replaced with autoStart, and else reported", () => {
    expect(phaseAfter([...adopted, nothing])).toBe("adopted");
    expect(phaseAfter([...adopted, nothing, ours(), nothing])).toBe("adopted");
    expect(phaseAfter([...adopted, nothing, nothing])).toBe("checking");
    expect(after([...adopted, nothing, nothing], rules({ autoStart: false }))).toEqual({
      phase: "stopped",
      reason: "adopted-gone",
    });
  });

  it("that is silent three times in a row is unusable", () => {
    expect(phaseAfter([...adopted, silent, silent])).toBe("adopted");
    expect(phaseAfter([...adopted, silent, silent, silent])).toBe("unusable");
  });
});

describe("whatever happens", () => {
  const probe: fc.Arbitrary<Probe> = fc.constantFrom<Probe>(
    { kind: "nothing" },
    { kind: "silent" },
    { kind: "host-refused" },
    { kind: "foreign", detail: "" },
    { kind: "rojo", server: serverInfo() },
    { kind: "rojo", server: serverInfo({ sessionId: "session-2" }) },
    { kind: "rojo", server: serverInfo({ projectName: "Other" }) },
  );
  const event: fc.Arbitrary<ServerEvent> = fc.oneof(
    fc.constantFrom<ServerEvent>({ type: "needed" }, { type: "start" }, { type: "stop" }, { type: "pause-over" }),
    fc.constantFrom<ServerEvent>(answered, failed),
    probe.map((value): ServerEvent => ({ type: "probed", probe: value })),
    fc
      .constantFrom("crash", "port-busy", "project")
      .chain((kind) => fc.nat(5000).map((atMs) => exited({ kind, atMs }))),
  );

  it("a start follows a look that found nothing, and a stop ends in a state without work", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), fc.boolean(), (events, autoStart) => {
        const given = rules({ autoStart });
        let state: ServerState = INITIAL_STATE;
        for (const next of events) {
          const before = state;
          state = nextState(before, next, given);
          const mayStart = before.phase === "starting" || (next.type === "probed" && next.probe.kind === "nothing");
          expect(state.phase !== "starting" || mayStart).toBe(true);
          expect(next.type !== "stop" || state.phase === "stopped").toBe(true);
        }
        expect(isSettled(nextState(state, { type: "stop" }, given))).toBe(true);
      }),
    );
  });
});
