/** Called by the release workflow: publishes every package whose version npm does not have yet, core first. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { packAll } from "./pack/pack-all.mjs";
import { hostNpmProgram } from "./setup/npm-program.mjs";

const { file: npm, args } = hostNpmProgram("npm");
const out = mkdtempSync(path.join(tmpdir(), "publish-"));
try {
  for (const { name, version, file } of packAll(out)) {
    const known = spawnSync(npm, [...args, "view", `${name}@${version}`, "version"], { encoding: "utf8" });
    if (known.stdout.trim() === version) continue;
    const run = spawnSync(npm, [...args, "publish", file, "--access", "public", "--provenance"], {
      stdio: "inherit",
    });
    if (run.status !== 0) throw new Error(`${name}@${version} was not published`);
    // The action makes a release for each such line.
    console.log(`New tag: ${name}@${version}`);
    spawnSync("git", ["tag", `${name}@${version}`], { stdio: "inherit" });
  }
} finally {
  rmSync(out, { recursive: true, force: true });
}
