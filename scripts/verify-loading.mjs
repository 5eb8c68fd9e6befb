/**
 * `npm run verify-loading [-- PATH...]`: packs each extension, installs it as Pi does, loads it through the loader of
 * every supported Pi, and checks what it registers. With paths of installed package folders, checks those instead.
 * Prints one line a check; fails when one fails. `-- --update` first records what models read of the tools.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { Ajv } from "ajv";
import { newestPi, supportedPis } from "testkit";
import { packAll } from "./pack/pack-all.mjs";
import { extensions, fromUser, readJson, root } from "./setup/workspace.mjs";
import { exerciseTools } from "./verify-loading/exercise.mjs";
import { installedPackages, installLikePi } from "./verify-loading/install.mjs";
import { clashes, compareSurface, compareTools, toolProblems } from "./verify-loading/surface-rules.mjs";
import { readToolRecord, writeToolRecord } from "./verify-loading/tool-record.mjs";

const PROBE_LIMIT_MS = 60_000;
const { values, positionals } = parseArgs({ options: { update: { type: "boolean" } }, allowPositionals: true });
const update = values.update === true;
let failures = 0;
/** @param {string} name @param {string[]} problems */
function check(name, problems) {
  console.log(`${problems.length === 0 ? "ok  " : "FAIL"} ${name}`);
  for (const problem of problems) console.log(`       ${problem}`);
  if (problems.length > 0) failures += 1;
}

const ajv = new Ajv({ strict: false });
const schemaProblem = (schema) => {
  if (typeof schema !== "object" || schema === null || schema.type !== "object") return "is no schema of an object";
  return ajv.validateSchema(schema) === true ? undefined : ajv.errorsText(ajv.errors);
};

/** @param {import("testkit").PiInstallation} pi @param {string[]} packageFolders */
function probe(pi, packageFolders) {
  const cwd = mkdtempSync(path.join(temp, "cwd-"));
  mkdirSync(path.join(cwd, "agent"));
  const script = path.join(root, "scripts/verify-loading/probe.mjs");
  const run = spawnSync(process.execPath, [script, pi.packageDir, cwd, ...packageFolders], {
    encoding: "utf8",
    timeout: PROBE_LIMIT_MS,
    cwd,
  });
  if (run.status !== 0)
    return {
      failure: `${run.error?.message ?? ""} ${run.stderr}`.trim() || `signal ${run.signal}`,
      loads: [],
      skillDiagnostics: [],
    };
  return { failure: undefined, ...JSON.parse(run.stdout) };
}

/** @param {string} name @param {string} packageFolder */
async function verifyOne(name, packageFolder) {
  /** @type {any} */
  const surface = readJson(`packages/${name}/surface.json`);
  for (const pi of supportedPis) {
    const label = `${name} on Pi ${pi.version}`;
    const { failure, loads, skillDiagnostics } = probe(pi, [packageFolder]);
    const [first] = loads;
    check(
      `${label}: loads three times without problems and starts nothing`,
      failure === undefined ? loads.flatMap((load) => load.problems) : [failure],
    );
    if (first === undefined) continue;
    const [registered] = first.extensions;
    check(
      `${label}: registers exactly its surface`,
      registered === undefined ? ["no extension"] : compareSurface(registered, surface),
    );
    const tools = registered?.tools ?? [];
    check(`${label}: describes its tools, commands and flags`, [
      ...tools.flatMap((tool) => toolProblems(tool, schemaProblem)),
      ...(registered?.undescribed ?? []).map((each) => `${each} has no description`),
    ]);
    if (update && pi === newestPi && tools.length > 0) await writeToolRecord(name, tools);
    check(
      `${label}: models read what is recorded (--update records anew)`,
      tools.length === 0 ? [] : compareTools(tools, readToolRecord(name)),
    );
    check(`${label}: skills load`, skillDiagnostics);
    check(
      `${label}: registers the same after a reload`,
      loads.some((load) => JSON.stringify(load.extensions) !== JSON.stringify(first.extensions)) ? ["differs"] : [],
    );
    for (const { title, problems } of await exerciseTools(name, packageFolder, pi.version))
      check(`${label}: ${title}`, problems);
  }
}

function verifyTogether(packageFolders) {
  for (const pi of supportedPis) {
    const { failure, loads } = probe(pi, packageFolders);
    const problems = loads.flatMap((load) => [...load.problems, ...clashes(load.extensions)]);
    const counts = loads
      .filter((load) => load.extensions.length !== packageFolders.length)
      .map((load) => `${load.extensions.length} extensions loaded`);
    check(
      `all together on Pi ${pi.version}: no clash, also after two reloads`,
      failure === undefined ? [...problems, ...counts] : [failure],
    );
  }
}

function packAndInstall() {
  const out = path.join(temp, "tarballs");
  mkdirSync(out);
  const [core, ...packed] = packAll(out);
  const folders = packed.map(({ name, file }) => {
    const installed = installLikePi(path.join(temp, "agents", name), [file, core.file]);
    const expected = ["pi-extension-core", name].toSorted();
    const actual = installedPackages(installed);
    check(
      `${name}: installs itself and core, nothing else`,
      String(actual) === String(expected) ? [] : [`installed ${actual.join(", ")}`],
    );
    const { dependencies } = JSON.parse(readFileSync(path.join(installed, name, "package.json"), "utf8"));
    check(
      `${name}: asks for exactly core ${core.version}`,
      dependencies?.["pi-extension-core"] === core.version ? [] : [JSON.stringify(dependencies)],
    );
    return path.join(installed, name);
  });
  const together = installLikePi(path.join(temp, "agents", "together"), [...packed.map(({ file }) => file), core.file]);
  return { folders, together: packed.map(({ name }) => path.join(together, name)) };
}

// The real path: Pi resolves links, and the temporary folder of macOS is one.
const temp = mkdtempSync(path.join(realpathSync(tmpdir()), "verify-loading-"));
try {
  const given = positionals.map(fromUser);
  const { folders, together } = given.length === 0 ? packAndInstall() : { folders: given, together: given };
  for (const folder of folders) {
    const name = path.basename(folder);
    if (extensions.includes(name)) await verifyOne(name, folder);
    else check(`${folder}: is an extension of this repository`, [`expected a folder named ${extensions.join(" or ")}`]);
  }
  if (together.length > 1) verifyTogether(together);
} finally {
  rmSync(temp, { recursive: true, force: true });
}
console.log(failures === 0 ? "all checks passed" : `${failures} checks failed`);
process.exitCode = failures === 0 ? 0 : 1;
