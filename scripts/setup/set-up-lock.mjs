/** One set-up at a time in one clone; a second one waits for the first. Runs on Node 20. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./workspace.mjs";

const folder = path.join(root, ".cache", "set-up.lock");
const owner = path.join(folder, "pid");
const POLL_MS = 200;

function isOwnerAlive() {
  try {
    process.kill(Number(readFileSync(owner, "utf8")), 0);
    return true;
  } catch (/** @type {any} */ error) {
    // No pid yet: the owner is between its two steps.
    return error.code === "ENOENT" || error.code === "EPERM";
  }
}

function tryTake() {
  mkdirSync(path.dirname(folder), { recursive: true });
  try {
    mkdirSync(folder);
  } catch (/** @type {any} */ error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
  writeFileSync(owner, String(process.pid));
  return true;
}

/** @template T @param {() => T} work @returns {T} */
export function withSetUpLock(work) {
  while (!tryTake()) {
    if (isOwnerAlive()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
    else rmSync(folder, { recursive: true, force: true });
  }
  try {
    return work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
