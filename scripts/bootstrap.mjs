/**
 * Sets up what is missing or stale, then runs a task with the workspace's own Node:
 * `node scripts/bootstrap.mjs scripts/<task>.mjs [arguments]`. Needs Node 20 and npm, nothing else.
 */

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { ensure } from "./setup/ensure.mjs";
import { explainFailure } from "./setup/explain-failure.mjs";
import { hostNpmProgram } from "./setup/npm-program.mjs";
import { endLike, runChild } from "./setup/run-child.mjs";
import { clearStamp, contentDigest, listingDigest } from "./setup/stamps.mjs";
import {
  filesBelow,
  packageFolders,
  published,
  readJson,
  root,
  stampFolder,
  taskEnvironment,
  workspaceNode,
} from "./setup/workspace.mjs";

const OLDEST_NODE = 20;
const folders = packageFolders();
const say = (/** @type {string} */ message) => process.stderr.write(`[set-up] ${message}\n`);
const setUp = { stampFolder, lockFile: path.join(root, ".cache", "set-up.pid"), announce: say };

function installInputs() {
  const manifests = folders.map((folder) => path.join(folder, "package.json"));
  return [
    ...["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"].map((name) => path.join(root, name)),
    ...manifests,
  ];
}

/** pnpm makes no node_modules for a package that depends on nothing. @param {string} folder */
function hasItsDependencies(folder) {
  if (existsSync(path.join(folder, "node_modules"))) return true;
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(path.join(folder, "package.json"), "utf8"),
  );
  return Object.keys({ ...dependencies, ...devDependencies }).length === 0;
}

/** What is published and what is bundled into it; only the test kit is neither. */
function buildInputs() {
  const own = folders
    .filter((folder) => path.basename(folder) !== "testkit")
    .flatMap((folder) => {
      const settings = ["package.json", "tsup.config.ts", "tsconfig.build.json"].map((file) => path.join(folder, file));
      return [...filesBelow(path.join(folder, "src")), ...settings];
    });
  const shared = ["scripts/build.mjs", "scripts/tsup.shared.ts", "tsconfig.base.json", "pnpm-lock.yaml"];
  return [...own, ...filesBelow(path.join(root, "scripts", "build")), ...shared.map((file) => path.join(root, file))];
}

/**
 * Runs a program for a step; its output is shown only when it fails.
 * @param {string} step as in "Set-up failed while it ..." @param {string} file @param {string[]} args
 * @param {NodeJS.ProcessEnv} env @returns {Promise<boolean>}
 */
async function runStep(step, file, args, env) {
  say(step);
  const end = await runChild(file, args, { cwd: root, env, output: "keep" });
  if (end.code === 0) return true;
  process.stderr.write(`${end.output}\n${explainFailure(step, end.output)}\n`);
  endLike(end.signal === null ? { ...end, code: 1 } : end);
  return false;
}

/** @type {import("./setup/ensure.mjs").Step} */
const install = {
  name: "install",
  digest: () => contentDigest(installInputs()),
  isThere: () => workspaceNode() !== undefined && folders.every(hasItsDependencies),
  work() {
    const { packageManager } = /** @type {{packageManager: string}} */ (readJson("package.json"));
    const { file, args } = hostNpmProgram("npx");
    // CI: without a terminal pnpm would otherwise refuse to replace a node_modules that another version made.
    const env = { ...taskEnvironment(), CI: "true" };
    const command = [...args, "--yes", packageManager, "install", "--frozen-lockfile"];
    return runStep("installs the dependencies", file, command, env);
  },
};

/** @param {string} node @returns {import("./setup/ensure.mjs").Step} */
const build = (node) => ({
  name: "build",
  digest: () => listingDigest(buildInputs()),
  isThere: () => published.every((name) => existsSync(path.join(root, "packages", name, "dist"))),
  work: () => runStep("builds the packages", node, ["scripts/build.mjs"], taskEnvironment()),
});

async function main() {
  if (Number(process.versions.node.split(".")[0]) < OLDEST_NODE) {
    process.stderr.write(`Node ${process.versions.node} is too old. Install Node ${OLDEST_NODE} or newer.\n`);
    process.exitCode = 1;
    return;
  }
  const [task, ...taskArgs] = process.argv.slice(2);
  if (task === undefined || !existsSync(path.join(root, task))) {
    process.stderr.write("usage: node scripts/bootstrap.mjs scripts/<task>.mjs [arguments]\n");
    process.exitCode = 2;
    return;
  }
  if (!(await ensure(install, setUp))) return;
  const node = workspaceNode();
  // `ensure` has just seen it; only something that deletes files meanwhile leads here.
  if (node === undefined) throw new Error("The workspace's Node vanished during the set-up");
  if (task === "scripts/build.mjs") clearStamp(stampFolder, "build");
  if (!(await ensure(build(node), setUp)) || task === "scripts/build.mjs") return;
  const env = taskEnvironment();
  const end = await runChild(node, [path.join(root, task), ...taskArgs], { cwd: root, env, output: "show" });
  if (end.output !== "") process.stderr.write(`${task} could not be started: ${end.output}\n`);
  endLike(end);
}

await main();
