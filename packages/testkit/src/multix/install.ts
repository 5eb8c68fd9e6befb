/** Puts the stand-in CLI where pi-multix must find it, in the layouts in which the real one occurs. */

import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { BEHAVIOUR_FILE, type MultixBehaviour } from "./behaviour.ts";
import { CALLS_FILE } from "./cli.ts";
import { type MultixVersion, NEWEST, versionText } from "./surface.ts";

export type MultixLayout =
  /** `<dir>/node_modules/@mrgoonie/multix`, with the link `<dir>/node_modules/.bin/multix`. */
  | "node_modules"
  /** npm's global folder on POSIX: `<dir>/lib/node_modules/...`, with the link `<dir>/bin/multix`. */
  | "global"
  /** npm's global folder on Windows: `<dir>/bin/node_modules/...`, with `multix`, `multix.cmd` and `multix.ps1` beside. */
  | "cmd";

export interface MultixCall {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Names of the variables that the CLI got, sorted. */
  readonly env: readonly string[];
}

export interface MultixStandin {
  /** Absolute path of `dist/cli.js`, for MULTIX_BIN. */
  readonly script: string;
  /** Absolute folder for PATH. */
  readonly binFolder: string;
  /** What the next runs do instead of answering well; an empty object ends it. */
  behave(behaviour: MultixBehaviour): Promise<void>;
  /** Every start so far, in order. */
  calls(): Promise<MultixCall[]>;
  forgetCalls(): Promise<void>;
}

const implementation = new URL("cli.ts", import.meta.url).href;

/** Quiet about the implementation's TypeScript, which older Nodes announce as experimental on standard error. */
const scriptSource = (version: MultixVersion): string => `#!/usr/bin/env node
import { enableCompileCache } from "node:module";
process.removeAllListeners("warning");
enableCompileCache();
const { runMultixStandin } = await import(${JSON.stringify(implementation)});
await runMultixStandin(import.meta.dirname, ${JSON.stringify(version)});
`;

const cmdSource = (script: string): string =>
  `@ECHO off\r\nSETLOCAL\r\n"${process.execPath.replaceAll("%", "%%")}" "%~dp0\\${script.replaceAll("/", "\\")}" %*\r\n`;

async function addShims(binFolder: string, script: string, layout: MultixLayout): Promise<void> {
  await mkdir(binFolder, { recursive: true });
  const target = relative(binFolder, script);
  // Node resolves a link before it looks for the script's folder; Windows needs a right for links that few have.
  if (layout !== "cmd" && process.platform !== "win32") return symlink(target, join(binFolder, "multix"));
  await writeFile(join(binFolder, "multix.cmd"), cmdSource(target));
  await writeFile(join(binFolder, "multix.ps1"), `& node "$PSScriptRoot/${target}" $args\n`);
  await writeFile(join(binFolder, "multix"), `#!/bin/sh\nexec node "$(dirname "$0")/${target}" "$@"\n`);
  await chmod(join(binFolder, "multix"), 0o755);
}

/**
 * @param dir absolute folder, made when it is not there
 * @param version the surface that the CLI has; the newest state unless given
 */
export async function createMultixStandin(
  dir: string,
  options: { readonly layout?: MultixLayout; readonly version?: MultixVersion } = {},
): Promise<MultixStandin> {
  const { layout = "node_modules", version = NEWEST } = options;
  const above = { node_modules: dir, global: join(dir, "lib"), cmd: join(dir, "bin") }[layout];
  const binFolder = layout === "node_modules" ? join(dir, "node_modules", ".bin") : join(dir, "bin");
  const folder = join(above, "node_modules", "@mrgoonie", "multix", "dist");
  const script = join(folder, "cli.js");
  await mkdir(folder, { recursive: true });
  const manifest = {
    name: "@mrgoonie/multix",
    version: versionText(version),
    type: "module",
    bin: { multix: "dist/cli.js" },
    // Without `require`, so that CommonJS resolution fails here as with the real package.
    exports: { ".": { import: "./dist/index.js" } },
  };
  await writeFile(join(dirname(folder), "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(script, scriptSource(version));
  await chmod(script, 0o755);
  await addShims(binFolder, script, layout);
  const log = join(folder, CALLS_FILE);
  return {
    script,
    binFolder,
    behave: (behaviour) => writeFile(join(folder, BEHAVIOUR_FILE), JSON.stringify(behaviour)),
    calls: async () => {
      if (!existsSync(log)) return [];
      const lines = (await readFile(log, "utf8")).split("\n").filter((line) => line !== "");
      return lines.map((line) => JSON.parse(line) as MultixCall);
    },
    forgetCalls: () => rm(log, { force: true }),
  };
}
