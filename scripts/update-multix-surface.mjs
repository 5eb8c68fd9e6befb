/**
 * `node scripts/update-multix-surface.mjs FILE`: makes packages/testkit/data/multix-surface.json, what the stand-in CLI
 * needs of the surface file that was extracted from the real CLI's source.
 */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./setup/workspace.mjs";

const [source] = process.argv.slice(2);
if (source === undefined) {
  console.error("usage: node scripts/update-multix-surface.mjs FILE");
  process.exit(2);
}
const surface = JSON.parse(readFileSync(source, "utf8"));

const option = (/** @type {any} */ each) => ({
  flags: each.flags,
  ...(each.variadic ? { variadic: true } : {}),
  ...(each.repeatable && !each.variadic ? { repeatable: true } : {}),
  ...(each.requiredEnforcedByParser ? { required: true } : {}),
  ...(each.choices !== null && each.choicesEnforced ? { choices: each.choices } : {}),
  ...(each.default === null ? {} : { default: each.default }),
});

const commands = surface.commands.map((/** @type {any} */ each) => ({
  path: each.path,
  aliases: each.aliases,
  arguments: each.arguments,
  options: each.options.map(option),
  requiresKeys: each.requiresKeys,
}));
const target = path.join(root, "packages/testkit/data/multix-surface.json");
writeFileSync(target, `${JSON.stringify({ version: "0.6.0", commands }, null, 1)}\n`);
