import { describe, expect, it } from "vitest";
import { liveBehaviour } from "../../../../src/studio/mcp/behaviour.ts";
import { parseOptions, splitSwitches, UsageError } from "../../../../src/studio/mcp/program/options.ts";

describe("parseOptions", () => {
  it("pairs ids and names with places by position", () => {
    const argv = ["--generation", "2026-08", "--place", "a", "--place", "b", "--place-id", "1", "--place-id", "2"];
    expect(parseOptions([...argv, "--name", "A"])).toMatchObject({
      generation: "2026-08",
      places: [
        { path: "a", placeId: 1, name: "A" },
        { path: "b", placeId: 2, name: undefined },
      ],
    });
  });

  it("reads the value of a switch as JSON where it is JSON", () => {
    const argv = [
      "--generation",
      "2026-07",
      "--set",
      "startMs=5",
      "--set",
      'foreignLines=["a"]',
      "--set",
      "failures=rpc",
    ];
    expect(parseOptions(argv)?.switches).toEqual({ startMs: 5, foreignLines: ["a"], failures: "rpc" });
  });

  it("gives nothing when help was asked for", () => {
    expect(parseOptions(["--help"])).toBeUndefined();
  });

  it.each([
    [[]],
    [["--generation", "2026-09"]],
    [["--generation", "2026-07", "--unknown"]],
    [["--generation", "2026-07", "--place-id", "x", "--place", "a"]],
    [["--generation", "2026-07", "--set", "noValue"]],
    [["--generation", "2026-07", "--vm", "other"]],
  ])("refuses %j", (argv) => {
    expect(() => parseOptions(argv)).toThrow(UsageError);
  });
});

it("tells the server's switches from the DataModel's by name", () => {
  const { server, engine } = splitSwitches({ startMs: 1, isSandboxed: true }, liveBehaviour("2026-08"));
  expect(server).toEqual({ startMs: 1 });
  expect(engine).toEqual({ isSandboxed: true });
});
