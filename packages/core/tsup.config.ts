import { existsSync, readdirSync } from "node:fs";
import { defineConfig } from "tsup";
import { packageBuild } from "../../scripts/tsup.shared.ts";

// Each folder with an index is one entry point of the package.
const folders = readdirSync("src").filter((name) => existsSync(`src/${name}/index.ts`));

export default defineConfig(
  packageBuild(Object.fromEntries(folders.map((name) => [`${name}/index`, `src/${name}/index.ts`]))),
);
