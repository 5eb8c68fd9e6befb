/** Measurements as a Markdown table. Pure. */

const inMs = (/** @type {number} */ ms) => `${ms < 10 ? ms.toFixed(2) : ms.toFixed(0)} ms`;

/** @param {import("./measure.mjs").Measured[]} results */
export function formatTable(results) {
  const rows = results.map(
    ({ name, figure, yardstick, unit, figureMs, yardstickMs, ratio, rounds }) =>
      `| ${name} | ${figure} | ${inMs(figureMs)} | ${yardstick} | ${inMs(yardstickMs)} | ${ratio.toFixed(2)} | ${unit}, median of ${rounds} |`,
  );
  return ["| | Figure | | Yardstick | | Ratio | Work |", "|---|---|---|---|---|---|---|", ...rows].join("\n");
}
