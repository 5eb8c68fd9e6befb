/** project_status on an unchanged project against one stat of each artifact: the least that it could cost. */

import { stat } from "node:fs/promises";
import { systemClock } from "pi-extension-core/seams";
import { createWorkspace } from "testkit";
import { StatCacheFile } from "../../../packages/pi-sych/src/project/cache-file.ts";
import { checkProject } from "../../../packages/pi-sych/src/project/check.ts";
import { requireProject } from "../../../packages/pi-sych/src/project/load-project.ts";
import { fileOperations } from "../../../packages/pi-sych/src/project/observe.ts";

const ARTIFACTS = 5000;
/** Longer than the time for which a fresh fingerprint is not trusted. */
const SETTLE_MS = 2500;

/** @type {import("../measure.mjs").Benchmark} */
export const projectStatus = {
  name: "project-status",
  figure: "check of an unchanged project",
  yardstick: "stat of all artifacts",
  unit: `${ARTIFACTS} artifacts`,
  rounds: 15,
  async prepare() {
    const paths = Array.from({ length: ARTIFACTS }, (_, index) => `part-${index % 50}/chapter-${index}.md`);
    const files = Object.fromEntries(paths.map((path) => [path, `# ${path}\n`]));
    const manifest = { version: 2, artifacts: paths.map((path) => ({ path })) };
    const workspace = await createWorkspace({
      files: { ...files, "SYNC.json": JSON.stringify(manifest), ".git/": "" },
    });
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const scope = { cwd: workspace.root, home: workspace.root };
    const check = async () => {
      const project = await requireProject(scope);
      const cache = await StatCacheFile.load(workspace.path("agent"), project.root);
      await checkProject(project, [], {
        cwd: workspace.root,
        cache,
        clock: systemClock,
        operations: fileOperations,
        approveExternal: () => Promise.reject(new Error("no external path in this project")),
        signal: undefined,
      });
      await cache.save(new Set(project.manifest.artifacts.map((artifact) => artifact.key)));
    };
    return {
      figure: check,
      yardstick: () => Promise.all(paths.map((path) => stat(workspace.path(path)))),
      dispose: workspace.cleanup,
    };
  },
};
