/**
 * Sets up what is missing or stale, then runs a task with the workspace's own Node:
 * `node scripts/bootstrap.mjs scripts/<task>.mjs [arguments]`. Needs Node 20 and npm, nothing else.
 */

import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { explainFailure } from "./setup/explain-failure.mjs";
import { hostNpmProgram } from "./setup/npm-program.mjs";
import { withSetUpLock } from "./setup/set-up-lock.mjs";
import { clearStamp, contentDigest, isCurrent, listingDigest, writeStamp } from "./setup/stamps.mjs";
import { filesBelow, published, readJson, root, taskEnvironment, workspaceNode } from "./setup/workspace.mjs";

const packageFolders = [...published, "testkit"].map((name) => path.join(root, "packages", name));

function installInputs() {
  const manifests = packageFolders.map((folder) => path.join(folder, "package.json"));
  return [
    ...["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"].map((name) => path.join(root, name)),
    ...manifests,
  ];
}

function buildInputs() {
  const own = published.flatMap((name) => {
    const folder = path.join(root, "packages", name);
    const settings = ["package.json", "tsup.config.ts", "tsconfig.build.json"].map((file) => path.join(folder, file));
    return [...filesBelow(path.join(folder, "src")), ...settings.filter(existsSync)];
  });
  const shared = [
    "scripts/build.mjs",
    "scripts/build/notices.mjs",
    "scripts/tsup.shared.ts",
    "tsconfig.base.json",
    "pnpm-lock.yaml",
  ];
  return [...own, ...shared.map((file) => path.join(root, file))];
}

/** Runs one step; its output is shown only when it fails. */
function runStep(step, file, args, shell) {
  process.stderr.write(`[set-up] ${step}\n`);
  const run = spawnSync(file, args, {
    cwd: root,
    env: taskEnvironment(),
    encoding: "utf8",
    shell,
    maxBuffer: 64 << 20,
  });
  if (run.status === 0) return;
  const output = `${run.stdout ?? ""}${run.stderr ?? ""}${run.error?.message ?? ""}`;
  process.stderr.write(`${output}\n${explainFailure(step, output)}\n`);
  process.exit(1);
}

function install() {
  const { packageManager } = /** @type {{packageManager: string}} */ (readJson("package.json"));
  const { file, args, shell } = hostNpmProgram("npx");
  runStep("installs the dependencies", file, [...args, "--yes", packageManager, "install", "--frozen-lockfile"], shell);
}

/** @param {string} name @param {() => string} digest @param {() => boolean} isThere @param {() => void} work */
function ensure(name, digest, isThere, work) {
  if (isThere() && isCurrent(name, digest())) return;
  withSetUpLock(() => {
    // Another set-up may have done it while this one waited.
    if (isThere() && isCurrent(name, digest())) return;
    clearStamp(name);
    work();
    writeStamp(name, digest());
  });
}

/** Exits as the task did, and hands on what the terminal or the system asks for. */
function runTask(node, args) {
  const child = spawn(node, args, { stdio: "inherit", env: taskEnvironment(), cwd: root });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(`${args[0]} could not be started: ${error.message}\n`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
}

if (Number(process.versions.node.split(".")[0]) < 20) {
  process.stderr.write(`Node ${process.versions.node} is too old. Install Node 20 or newer.\n`);
  process.exit(1);
}
const [task, ...taskArgs] = process.argv.slice(2);
if (task === undefined) {
  process.stderr.write("usage: node scripts/bootstrap.mjs scripts/<task>.mjs [arguments]\n");
  process.exit(2);
}
ensure(
  "install",
  () => contentDigest(installInputs()),
  () => workspaceNode() !== undefined,
  install,
);
const node = workspaceNode();
if (node === undefined) {
  process.stderr.write(`${explainFailure("looked for the workspace's Node", "")}\n`);
  process.exit(1);
}
ensure(
  "build",
  () => listingDigest(buildInputs()),
  () => published.every((name) => existsSync(path.join(root, "packages", name, "dist"))),
  () => runStep("builds the packages", node, ["scripts/build.mjs"], false),
);
runTask(node, [path.join(root, task), ...taskArgs]);
