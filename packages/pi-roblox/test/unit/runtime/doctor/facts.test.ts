import { describe, expect, it } from "vitest";
import type { ServerState } from "../../../../src/backends/rojo/server/server-state.ts";
import { fact, fail, formatFacts, pass, unchecked, warn } from "../../../../src/runtime/doctor/facts.ts";
import { serverFact } from "../../../../src/runtime/doctor/server-facts.ts";

const server = {
  sessionId: "s",
  serverVersion: "7.7.1",
  protocolVersion: 5,
  projectName: "g",
  expectedPlaceIds: null,
  unexpectedPlaceIds: null,
  gameId: null,
  placeId: null,
  rootInstanceId: "r",
  encoding: "msgpack",
} as const;
const attempt = { mayStart: true, deathsMs: [], foundPortTaken: false };

describe("formatFacts", () => {
  it("counts first, and gives each warning and failure its fix", () => {
    const text = formatFacts([
      fact("a", "A", pass("fine")),
      fact("b", "B", warn("odd", "look")),
      fact("c", "C", fail("bad", "mend")),
      fact("d", "D", unchecked("nobody looked")),
    ]);
    const [first, ...rest] = text.split("\n");
    expect(first).toBe("1 fail, 1 warn, 1 pass, 1 unchecked");
    expect(rest.filter((line) => line.includes("fix:"))).toHaveLength(2);
  });
});

describe("serverFact", () => {
  it.each<[ServerState, string]>([
    [{ phase: "stopped", reason: "not-started" }, "unchecked"],
    [{ phase: "stopped", reason: "auto-start-off" }, "off"],
    [{ phase: "stopped", reason: "adopted-gone" }, "warn"],
    [{ phase: "checking", attempt }, "unchecked"],
    [{ phase: "starting", attempt }, "unchecked"],
    [{ phase: "ready", pid: 1, server, attempt, versionMismatch: undefined }, "pass"],
    [{ phase: "ready", pid: 1, server, attempt, versionMismatch: "7.6.1 and 7.7.1" }, "warn"],
    [{ phase: "adopted", server, missedProbes: 0 }, "pass"],
  ])("takes %j for %s", (state, expected) => {
    expect(serverFact(state, "127.0.0.1:1").state).toBe(expected);
  });
});
