/**
 * Writes the names of methods, events and callbacks of Roblox's classes, which the reflection data lacks, from an
 * unpacked npm package @rbxts/types (MIT): `node scripts/studio-members.mjs DIR`. The Studio stand-in needs them to tell
 * a member that it does not model from one that does not exist. One line a class:
 * `Name<TAB>methods<TAB>events<TAB>callbacks<TAB>references`, names joined by commas, a reference as `Property=Class`.
 */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const FILES = ["generated/None.d.ts", "generated/PluginSecurity.d.ts", "roblox.d.ts"];
const OUTPUT = fileURLToPath(new URL("../packages/testkit/src/studio/luau/data/members.txt", import.meta.url));
const INTERFACE = /^(?:declare )?interface (\w+)/;
const MEMBER = /^(?: {4}|\t)(?:readonly )?(\w+)(?:<.*?>)?(\(|\??:)\s*(.*)/;
// A function type, the type parameter of a bindable or remote, or a type that goes on in the next line.
const CALLBACK = /=>|^T \||^\($/;
const REFERENCE = /^(\w+)(?: \| undefined)?;/;

/** @typedef {{methods: Set<string>, events: Set<string>, callbacks: Set<string>, references: Map<string, string>}} Members */
/** @type {Map<string, Members>} */
const classes = new Map();

/** @param {Members} members @param {string} name @param {string} separator @param {string} type */
function add(members, name, separator, type) {
  if (separator === "(") members.methods.add(name);
  else if (type.startsWith("RBXScriptSignal")) members.events.add(name);
  else if (CALLBACK.test(type)) members.callbacks.add(name);
  else {
    const reference = REFERENCE.exec(type)?.[1];
    if (reference !== undefined) members.references.set(name, reference);
  }
}

/** @param {string} text a declaration file */
function read(text) {
  /** @type {Members | undefined} */
  let members;
  for (const line of text.split("\n")) {
    const name = INTERFACE.exec(line)?.[1];
    if (name !== undefined) {
      members = classes.get(name) ?? {
        methods: new Set(),
        events: new Set(),
        callbacks: new Set(),
        references: new Map(),
      };
      classes.set(name, members);
    } else if (line.startsWith("}")) members = undefined;
    else if (members !== undefined) {
      const member = MEMBER.exec(line);
      if (member !== null && !(member[1] ?? "").startsWith("_nominal"))
        add(members, member[1] ?? "", member[2] ?? "", member[3] ?? "");
    }
  }
}

/** Classes are what the interfaces of the two generated files name, and Instance. */
function isClass(name) {
  return generated.has(name) && !["Services", "CreatableInstances", "Instances", "Objects"].includes(name);
}

const folder = process.argv[2];
if (folder === undefined) throw new Error("name the folder of the unpacked package");
const texts = FILES.map((file) => readFileSync(path.join(folder, "include", file), "utf8"));
texts.forEach(read);
const generated = new Set(
  texts.slice(0, 2).flatMap((text) => [...text.matchAll(new RegExp(INTERFACE.source, "gm"))].map((found) => found[1])),
);

const rows = [...classes]
  .filter(([name]) => isClass(name))
  .map(([name, { methods, events, callbacks, references }]) => {
    const targets = [...references]
      .filter(([, type]) => isClass(type))
      .map(([property, type]) => `${property}=${type}`);
    return [name, [...methods], [...events], [...callbacks], targets].map((part) =>
      Array.isArray(part) ? part.sort().join(",") : part,
    );
  })
  .filter((row) => row.slice(1).some((part) => part !== ""))
  .map((row) => row.join("\t"))
  .sort();
writeFileSync(OUTPUT, `${rows.join("\n")}\n`);
console.log(`${rows.length} classes`);
