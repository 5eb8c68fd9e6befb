import { defineConfig } from "tsup";
import { packageBuild } from "../../scripts/tsup.shared.ts";

// A worker thread is started from a file of its own.
export default defineConfig(
  packageBuild({ index: "src/index.ts", "scan-worker": "src/backends/text-search/scan/scan-worker.ts" }),
);
