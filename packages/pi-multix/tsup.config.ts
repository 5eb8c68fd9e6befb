import { defineConfig } from "tsup";
import { packageBuild } from "../../scripts/tsup.shared.ts";

export default defineConfig(packageBuild({ index: "src/index.ts" }));
