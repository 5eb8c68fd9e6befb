/** Does a step of the set-up when it is missing or stale. Runs on Node 20. */

import { withSetUpLock } from "./set-up-lock.mjs";
import { clearStamp, isCurrent, writeStamp } from "./stamps.mjs";

/**
 * @typedef {object} Step
 * @property {string} name of its stamp
 * @property {() => string} digest of what the step depends on
 * @property {() => boolean} isThere whether its outcome still exists
 * @property {() => Promise<boolean>} work says itself what went wrong
 *
 * @typedef {{stampFolder: string, lockFile: string, announce: (message: string) => void}} SetUp
 */

/** @param {Step} step @param {SetUp} setUp @returns {Promise<boolean>} whether the outcome is there and current */
export async function ensure({ name, digest, isThere, work }, { stampFolder, lockFile, announce }) {
  const isDone = () => isThere() && isCurrent(stampFolder, name, digest());
  if (isDone()) return true;
  const doIt = async () => {
    // Another set-up may have done it while this one waited.
    if (isDone()) return true;
    // Taken before the work: a file that changes meanwhile makes the outcome stale.
    const inputs = digest();
    clearStamp(stampFolder, name);
    if (!(await work())) return false;
    writeStamp(stampFolder, name, inputs);
    return true;
  };
  return withSetUpLock(lockFile, doIt, announce);
}
