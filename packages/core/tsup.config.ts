import { readdirSync } from "node:fs";
import { defineConfig } from "tsup";
import { packageBuild } from "../../scripts/tsup.shared.ts";

const folders = readdirSync(new URL("src", import.meta.url));

export default defineConfig(packageBuild(Object.fromEntries(folders.map((name) => [`${name}/index`, `src/${name}/index.ts`]))));
