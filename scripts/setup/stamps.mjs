/** Tells whether a step must run again: a stamp holds what the step was last done for. Runs on Node 20. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

/** By content: for the few files that decide about an install. @param {string[]} files absolute */
export function contentDigest(files) {
  const hash = createHash("sha256");
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(existsSync(file) ? readFileSync(file) : "")
      .update("\0");
  return hash.digest("hex");
}

/** By size and time of change: cheap enough for every source file at every start. @param {string[]} files absolute */
export function listingDigest(files) {
  const hash = createHash("sha256");
  for (const file of files) {
    // A file may vanish between listing and stat: an editor's temporary one, for example.
    const entry = statSync(file, { throwIfNoEntry: false });
    if (entry !== undefined) hash.update(`${file}\0${entry.size}\0${entry.mtimeMs}\0`);
  }
  return hash.digest("hex");
}

const stampFile = (/** @type {string} */ folder, /** @type {string} */ name) => path.join(folder, `${name}.stamp`);

/** @param {string} folder @param {string} name @param {string} digest */
export function isCurrent(folder, name, digest) {
  return existsSync(stampFile(folder, name)) && readFileSync(stampFile(folder, name), "utf8") === digest;
}

/** Run before the step, so that one that is broken off is done again. @param {string} folder @param {string} name */
export function clearStamp(folder, name) {
  rmSync(stampFile(folder, name), { force: true });
}

/** @param {string} folder @param {string} name @param {string} digest */
export function writeStamp(folder, name, digest) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(stampFile(folder, name), digest);
}
