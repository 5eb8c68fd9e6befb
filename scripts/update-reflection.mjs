/**
 * `node scripts/update-reflection.mjs [FOLDER]`: writes Roblox's classes, properties, enums and defaults from the crate
 * rbx_reflection_database into the folder, which is packages/pi-roblox/data/reflection where none is named. Needs cargo.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { CRATE, fetchCrate } from "./reflection/crate.mjs";
import { decodeDatabase } from "./reflection/database.mjs";
import { noticeOf } from "./reflection/notice.mjs";
import { tablesOf } from "./reflection/tables.mjs";
import { fromUser, root } from "./setup/workspace.mjs";

const [given] = process.argv.slice(2);
const target = given === undefined ? path.join(root, "packages/pi-roblox/data/reflection") : fromUser(given);
const scratch = mkdtempSync(path.join(tmpdir(), "reflection-"));
try {
  const { database, manifest } = await fetchCrate(scratch);
  const files = { ...tablesOf(decodeDatabase(database)), "NOTICE.txt": noticeOf(CRATE.name, manifest) };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(path.join(target, name), text);
    console.log(`${name}: ${Buffer.byteLength(text)} bytes`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
