/** Puts the stand-in CLI where pi-multix must find it, in the layouts in which the real one occurs. */

import { chmod, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MultixBehaviour } from "./behaviour.ts";

export type MultixLayout =
  /** `<dir>/node_modules/@mrgoonie/multix/dist/cli.js` */
  | "node_modules"
  /** The same below `<dir>/lib`, with a link `<dir>/bin/multix`, as a global npm installation has it. */
  | "global";

export interface MultixCall {
  readonly argv: readonly string[];
  /** Names of the variables that the CLI got. */
  readonly env: readonly string[];
}

export interface MultixStandin {
  /** Absolute path of the script, for MULTIX_BIN. */
  readonly script: string;
  /** Absolute folder for PATH, in the layout `global`. */
  readonly binFolder: string;
  behave(behaviour: MultixBehaviour): Promise<void>;
  /** Every start so far, in order. */
  calls(): Promise<MultixCall[]>;
}

const implementation = fileURLToPath(new URL("cli.ts", import.meta.url));

/** @param dir absolute, existing folder */
export async function createMultixStandin(dir: string, layout: MultixLayout = "node_modules"): Promise<MultixStandin> {
  const top = layout === "global" ? join(dir, "lib") : dir;
  const script = join(top, "node_modules", "@mrgoonie", "multix", "dist", "cli.js");
  const binFolder = join(dir, "bin");
  await mkdir(dirname(script), { recursive: true });
  const manifest = { name: "@mrgoonie/multix", version: "0.6.0", type: "module", bin: { multix: "dist/cli.js" } };
  await writeFile(join(dirname(script), "../package.json"), JSON.stringify(manifest));
  await writeFile(
    script,
    `#!/usr/bin/env node\nimport { fileURLToPath, pathToFileURL } from "node:url";\nprocess.env["MULTIX_STANDIN_SCRIPT"] = fileURLToPath(import.meta.url);\nawait import(pathToFileURL(${JSON.stringify(implementation)}).href);\n`,
  );
  if (layout === "global") {
    await mkdir(binFolder, { recursive: true });
    await chmod(script, 0o755);
    await symlink(script, join(binFolder, "multix"));
  }
  const log = join(dirname(script), "calls.jsonl");
  return {
    script,
    binFolder,
    behave: (behaviour) => writeFile(join(dirname(script), "standin.json"), JSON.stringify(behaviour)),
    calls: async () => {
      const text = await readFile(log, "utf8").catch(() => "");
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as MultixCall);
    },
  };
}
