/** One build shape for the published packages: ESM, split, host packages and core external, the rest bundled. */

import type { Options } from "tsup";

// Bundled CommonJS libraries call require("child_process"); an ES module has no require of its own.
const requireForBundledCommonJs =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

export function packageBuild(entry: Record<string, string>): Options {
  return {
    entry,
    format: "esm",
    target: "node22",
    platform: "node",
    splitting: true,
    sourcemap: true,
    clean: true,
    dts: false,
    metafile: true,
    silent: true,
    external: [/^pi-extension-core(\/|$)/, /^@earendil-works\//],
    noExternal: [/^(?!pi-extension-core(\/|$)|@earendil-works\/|node:).*/],
    banner: { js: requireForBundledCommonJs },
  };
}
