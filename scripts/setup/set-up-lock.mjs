/**
 * One set-up at a time in one clone; a second one waits for the first. The lock is a file that holds the owner's process
 * id, so that what a killed owner left behind is recognised. Runs on Node 20.
 */

import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 200;
const ANNOUNCE_AFTER_MS = 1000;
/** A lock file without a process id that is older than this was left by an owner that died between two calls. */
const EMPTY_IS_DEAD_AFTER_MS = 5000;

/** @param {unknown} error @param {string} code */
const hasCode = (error, code) => error instanceof Error && "code" in error && error.code === code;

/** @param {string} file @returns {boolean} */
function tryTake(file) {
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** @param {string} file @returns {string | undefined} what the lock says, undefined when it is gone */
function readOwner(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** @param {string} file @param {string} owner */
function isAlive(file, owner) {
  if (owner === "")
    return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < EMPTY_IS_DEAD_AFTER_MS;
  try {
    process.kill(Number(owner), 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to another user.
    return hasCode(error, "EPERM");
  }
}

/** Takes a dead owner's lock out of the way, but not the one of a third process that was quicker. */
function clearDead(/** @type {string} */ file, /** @type {string} */ owner) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  if (readOwner(aside) === owner) rmSync(aside);
  else renameSync(aside, file);
}

/**
 * @template T
 * @param {string} file absolute path of the lock
 * @param {() => Promise<T>} work
 * @param {(message: string) => void} announce told once when another owner is waited for
 * @returns {Promise<T>}
 */
export async function withSetUpLock(file, work, announce) {
  const startedAt = Date.now();
  let announced = false;
  while (!tryTake(file)) {
    const owner = readOwner(file);
    if (owner === undefined) continue;
    if (!isAlive(file, owner)) {
      clearDead(file, owner);
      continue;
    }
    if (!announced && Date.now() - startedAt > ANNOUNCE_AFTER_MS) {
      announced = true;
      announce(`waits for process ${owner}, which sets up this clone (none does? remove ${file})`);
    }
    await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
