import { describe, expect, it } from "vitest";
import { formatTable } from "../../../bench/format-table.mjs";
import { measure } from "../../../bench/measure.mjs";
import { median } from "../../../bench/median.mjs";

/** A benchmark that writes down what it was asked to do. */
function recordingBenchmark(figure: () => Promise<unknown>) {
  const calls: string[] = [];
  const benchmark = {
    name: "sample",
    figure: "ours",
    yardstick: "theirs",
    unit: "1 thing",
    rounds: 3,
    prepare: () => {
      calls.push("prepare");
      return Promise.resolve({
        figure: () => {
          calls.push("figure");
          return figure();
        },
        yardstick: () => Promise.resolve(calls.push("yardstick")),
        dispose: () => Promise.resolve(calls.push("dispose")),
      });
    },
  };
  return { benchmark, calls };
}

describe("measure", () => {
  it("takes figure and yardstick in turns, after one round that does not count, and cleans up", async () => {
    const { benchmark, calls } = recordingBenchmark(() => Promise.resolve());
    const measured = await measure(benchmark, 2);
    const round = ["yardstick", "figure"];
    expect(calls).toEqual(["prepare", ...round, ...round, ...round, "dispose"]);
    expect(measured).toMatchObject({ name: "sample", rounds: 2 });
    expect(measured.ratio).toBe(measured.figureMs / measured.yardstickMs);
  });

  it("cleans up when the measured work fails", async () => {
    const { benchmark, calls } = recordingBenchmark(() => Promise.reject(new Error("broken")));
    await expect(measure(benchmark, 2)).rejects.toThrow("broken");
    expect(calls.at(-1)).toBe("dispose");
  });
});

describe("median", () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[10, 9], 9.5],
    [[7], 7],
  ])("of %j is %d", (numbers, expected) => {
    expect(median(numbers)).toBe(expected);
  });
});

describe("formatTable", () => {
  it("has one row for each benchmark, with its ratio", () => {
    const result = {
      name: "n",
      figure: "ours",
      yardstick: "theirs",
      unit: "u",
      rounds: 3,
      figureMs: 3,
      yardstickMs: 2,
    };
    const lines = formatTable([{ ...result, ratio: 1.5 }]).split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain("| 1.50 |");
    expect(new Set(lines.map((line) => line.split("|").length)).size).toBe(1);
  });
});
