/** Tells whether a step must run again: a stamp holds what the step was last done for. Runs on Node 20. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { stampFolder } from "./workspace.mjs";

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
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest("hex");
}

const stampFile = (/** @type {string} */ name) => path.join(stampFolder, `${name}.stamp`);

/** @param {string} name @param {string} digest */
export function isCurrent(name, digest) {
  return existsSync(stampFile(name)) && readFileSync(stampFile(name), "utf8") === digest;
}

/** Run before the step, so that one that is broken off is done again. @param {string} name */
export function clearStamp(name) {
  rmSync(stampFile(name), { force: true });
}

/** @param {string} name @param {string} digest */
export function writeStamp(name, digest) {
  mkdirSync(stampFolder, { recursive: true });
  writeFileSync(stampFile(name), digest);
}
