/** Fetches the Rust crate that carries Roblox's reflection data, through cargo, without compiling anything. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runChild } from "../setup/run-child.mjs";

/** What the checked-in tables are made from. A newer one is a change of this line and a run of the script. */
export const CRATE = { name: "rbx_reflection_database", version: "3.0.1+roblox-741" };

/** Fields of the crate's manifest, which cargo writes one to a line. */
function manifestOf(folder) {
  const text = readFileSync(path.join(folder, "Cargo.toml"), "utf8");
  const field = (/** @type {string} */ name) => new RegExp(`^${name} = "(.+)"$`, "m").exec(text)?.[1];
  const authors = /^authors = \[([^\]]*)\]/m.exec(text)?.[1] ?? "";
  return {
    version: field("version"),
    license: field("license"),
    repository: field("repository"),
    authors: [...authors.matchAll(/"([^"]+)"/g)].map((match) => match[1]),
  };
}

/**
 * @param {string} scratch an empty folder, which holds the crate and all that it depends on afterwards
 * @returns {Promise<{database: Uint8Array, manifest: ReturnType<typeof manifestOf>}>}
 * @throws Error when cargo cannot be run or has no way to the registry
 */
export async function fetchCrate(scratch) {
  // cargo has no "download" command; a project with this one dependency can be vendored, and cargo checks the hashes.
  const [release] = CRATE.version.split("+");
  mkdirSync(path.join(scratch, "src"));
  writeFileSync(path.join(scratch, "src", "lib.rs"), "");
  writeFileSync(
    path.join(scratch, "Cargo.toml"),
    `[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n${CRATE.name} = "=${release}"\n`,
  );
  const end = await runChild("cargo", ["vendor", "--quiet"], { cwd: scratch, env: process.env, output: "keep" });
  if (end.code !== 0) throw new Error(`cargo vendor could not fetch ${CRATE.name} ${CRATE.version}\n${end.output}`);
  const folder = path.join(scratch, "vendor", CRATE.name);
  const manifest = manifestOf(folder);
  if (manifest.version !== CRATE.version)
    throw new Error(`the registry has ${CRATE.name} ${manifest.version}, not ${CRATE.version}`);
  return { database: readFileSync(path.join(folder, "database.msgpack")), manifest };
}
