/** All benchmarks. A new one is a file in entries/ and a line here. */

import { atomicWrite } from "./entries/atomic-write.mjs";
import { auditAppend } from "./entries/audit-append.mjs";
import { liveTreeJson, liveTreeMessagePack } from "./entries/live-tree.mjs";
import { load } from "./entries/load.mjs";
import { multixOverhead } from "./entries/multix-overhead.mjs";
import { processRunner } from "./entries/process-runner.mjs";
import { projectJudge, projectMap } from "./entries/project-map.mjs";
import { projectStatus } from "./entries/project-status.mjs";
import { reflection } from "./entries/reflection.mjs";
import { robloxInspect, robloxRequireIndex } from "./entries/roblox-inspect.mjs";
import { robloxSearch, robloxSearchScan } from "./entries/roblox-search.mjs";
import { sourcemap, sourcemapUpdate } from "./entries/sourcemap.mjs";

/** @type {import("./measure.mjs").Benchmark[]} */
export const benchmarks = [
  load,
  atomicWrite,
  processRunner,
  auditAppend,
  projectStatus,
  reflection,
  multixOverhead,
  sourcemap,
  sourcemapUpdate,
  projectMap,
  projectJudge,
  liveTreeJson,
  liveTreeMessagePack,
  robloxSearch,
  robloxSearchScan,
  robloxInspect,
  robloxRequireIndex,
];
