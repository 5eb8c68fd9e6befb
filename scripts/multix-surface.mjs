/**
 * `node scripts/multix-surface.mjs FILE`: rewrites the multix CLI's surface, from which the testkit's stand-in is made,
 * out of a full extract of the CLI's own commander definitions. One command a line, so that a change reads as a diff.
 */

import { readFileSync, writeFileSync } from "node:fs";

const TARGET = new URL("../packages/testkit/data/multix-surface.json", import.meta.url);
const SAID_BY_FLAGS = ["long", "short", "takesValue"];
const [source] = process.argv.slice(2);
if (source === undefined) throw new Error("Give the path of the extract");

/** Without what is null, false or empty, and without what the flags themselves say. */
function compact(value) {
  return Object.fromEntries(
    Object.entries(value).filter(
      ([name, item]) =>
        !SAID_BY_FLAGS.includes(name) &&
        item !== null &&
        item !== false &&
        (name === "default" || !Array.isArray(item) || item.length > 0),
    ),
  );
}

const full = JSON.parse(readFileSync(source, "utf8"));
const commands = full.commands.map(({ path, arguments: operands, options, ...rest }) => ({
  path,
  ...compact(rest),
  ...(operands.length === 0 ? {} : { arguments: operands.map(compact) }),
  options: options.map((option) => ({ ...compact(option), since: option.since })),
}));
const lines = commands.map((command) => `    ${JSON.stringify(command)}`);
writeFileSync(
  TARGET,
  `{\n  "version": ${JSON.stringify(full.version)},\n  "commands": [\n${lines.join(",\n")}\n  ]\n}\n`,
);
console.log(`${commands.length} commands`);
