import { describe, expect, it } from "vitest";
import type { Probe } from "../../../../../src/backends/rojo/api/probe-server.ts";
import { describeProbe, planServer } from "../../../../../src/backends/rojo/server/plan-server.ts";
import { matchIdentity } from "../../../../../src/backends/rojo/server/server-identity.ts";
import { rules, serverInfo } from "./sample-server.ts";

describe("what answers at the address", () => {
  it("is adopted when it serves this project, in either encoding", () => {
    for (const encoding of ["json", "msgpack"] as const) {
      const server = serverInfo({ encoding });
      expect(planServer({ kind: "rojo", server }, rules())).toEqual({ kind: "adopt", server });
    }
  });

  it("leads to a start only when it is nothing", () => {
    expect(planServer({ kind: "nothing" }, rules())).toEqual({ kind: "start" });
  });

  it.each<[string, Probe]>([
    ["foreign", { kind: "foreign", detail: "status 404" }],
    ["host-refused", { kind: "host-refused" }],
    ["silent", { kind: "silent" }],
    ["other-project", { kind: "rojo", server: serverInfo({ projectName: "Other" }) }],
    ["other-places", { kind: "rojo", server: serverInfo({ expectedPlaceIds: [7] }) }],
  ])("is refused as %s, with a hint", (kind, probe) => {
    expect(planServer(probe, rules())).toMatchObject({
      kind: "refuse",
      problem: {
        kind,
        error: { code: "ROJO_SERVER_UNUSABLE", hint: expect.any(String), data: { kind, address: "127.0.0.1:34872" } },
      },
    });
    expect(describeProbe(probe)).not.toBe("");
  });

  it("says which places differ", () => {
    const plan = planServer({ kind: "rojo", server: serverInfo({ expectedPlaceIds: null }) }, rules());
    expect(plan).toMatchObject({ problem: { error: { data: { serves: null, expected: [123] } } } });
  });
});

describe("the identity of a server", () => {
  it.each([
    ["in another order", [1, 2], [2, 1], "same"],
    ["absent on both sides", null, undefined, "same"],
    ["absent on one side", null, [1], "other-places"],
    ["empty, which allows none, against absent, which allows all", [], undefined, "other-places"],
    ["empty on both sides", [], [], "same"],
    ["one more", [1, 2], [1], "other-places"],
  ])("with places %s", (_, theirs, ours, match) => {
    expect(matchIdentity(serverInfo({ expectedPlaceIds: theirs }), { name: "Sample", servePlaceIds: ours })).toBe(
      match,
    );
  });

  it("counts case in names", () => {
    expect(matchIdentity(serverInfo({ projectName: "sample" }), rules().expected)).toBe("other-project");
  });
});
