/** A search of 10,000 scripts (60 MB) against ripgrep alone, with ripgrep and without it. */

import { availableParallelism } from "node:os";
import { runProcess } from "pi-extension-core/process";
import { createWorkspace, outsideProgram, ripgrepVersion } from "testkit";
import { searchText } from "../../../packages/pi-roblox/src/backends/text-search/search-text.ts";

const SCRIPTS = 10_000;
const LINES = 150;
const EVERY = 100;

function scriptText(/** @type {number} */ index) {
  const first = `-- Module ${index}\nlocal ${index % EVERY === 0 ? "needle" : "value"} = ${index}\n`;
  const line = (/** @type {number} */ at) => `function module.step${at}() self.total += ${at * index} end\n`;
  return first + Array.from({ length: LINES }, (_, at) => line(at)).join("");
}

async function prepare(/** @type {boolean} */ withRipgrep) {
  const program = outsideProgram("ripgrep", ripgrepVersion);
  if (program === undefined) throw new Error(`ripgrep ${ripgrepVersion} is needed: node scripts/tools.mjs`);
  const name = (/** @type {number} */ index) => `src/folder-${index % 400}/Script${index}.luau`;
  const files = Array.from({ length: SCRIPTS }, (_, index) => [name(index), scriptText(index)]);
  const workspace = await createWorkspace({ files: Object.fromEntries(files) });
  const { root } = workspace;
  const request = { text: "needle", isRegex: false, isCaseSensitive: true, limit: 100 };
  const ripgrep = withRipgrep ? { program, env: {} } : undefined;
  return {
    figure: () => searchText(request, { root, ripgrep, threads: Math.min(4, availableParallelism()) }),
    yardstick: () => runProcess(program, ["needle", "./"], { cwd: root, env: {} }),
    dispose: workspace.cleanup,
  };
}

const common = { yardstick: "rg alone", unit: `${SCRIPTS} scripts`, rounds: 9 };

/** @type {import("../measure.mjs").Benchmark} */
export const robloxSearch = {
  ...common,
  name: "roblox-search",
  figure: "search with ripgrep",
  prepare: () => prepare(true),
};

/** @type {import("../measure.mjs").Benchmark} */
export const robloxSearchScan = {
  ...common,
  name: "roblox-search-scan",
  figure: "search without ripgrep",
  prepare: () => prepare(false),
};
