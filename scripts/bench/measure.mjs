/** Measures a figure and its yardstick in turns, so that what slows the machine slows both. */

import { median } from "./median.mjs";

/**
 * @typedef {object} Benchmark
 * @property {string} name
 * @property {string} figure what is measured
 * @property {string} yardstick what it is compared with
 * @property {string} unit of work in one round, such as "100 writes"
 * @property {number} rounds
 * @property {() => Promise<{figure: () => Promise<unknown>, yardstick: () => Promise<unknown>, dispose: () => Promise<unknown>}>} prepare
 *
 * @typedef {{name: string, figure: string, yardstick: string, unit: string, rounds: number, figureMs: number, yardstickMs: number, ratio: number}} Measured
 */

async function timed(/** @type {() => Promise<unknown>} */ work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** @param {Benchmark} benchmark @param {number} rounds @returns {Promise<Measured>} medians over the rounds */
export async function measure({ name, figure, yardstick, unit, prepare }, rounds) {
  const subject = await prepare();
  try {
    // The first round fills caches and compiles code; it does not count.
    await subject.yardstick();
    await subject.figure();
    const pairs = [];
    for (let round = 0; round < rounds; round += 1) {
      const yardstickMs = await timed(subject.yardstick);
      pairs.push({ yardstickMs, figureMs: await timed(subject.figure) });
    }
    const figureMs = median(pairs.map((pair) => pair.figureMs));
    const yardstickMs = median(pairs.map((pair) => pair.yardstickMs));
    return { name, figure, yardstick, unit, rounds, figureMs, yardstickMs, ratio: figureMs / yardstickMs };
  } finally {
    await subject.dispose();
  }
}
