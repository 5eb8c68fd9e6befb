/**
 * The tables that the packages read: text in blocks, so that a reader finds one class or enum without parsing the rest,
 * and a new engine version shows as changed lines. packages/pi-roblox/data/reflection/README.md describes them. Pure.
 */

import { jsonText } from "./json-text.mjs";

/** @typedef {import("./database.mjs").Database} Database */
/** @typedef {import("./database.mjs").Class} Class */
/** @typedef {import("./database.mjs").Property} Property */

/** Of the tables' form. A reader refuses others. */
const FORMAT = 1;

const ACCESS = { ReadWrite: "RW", Read: "R", Write: "W", Custom: "C", None: "-" };

const byName = (/** @type {[string, unknown]} */ [a], /** @type {[string, unknown]} */ [b]) => (a < b ? -1 : 1);
const sorted = (/** @type {Record<string, any>} */ record) => Object.entries(record).sort(byName);

/** Fields of a line, empty ones at the end left out. @param {readonly string[]} fields */
function line(fields) {
  if (fields.some((field) => /[\t\n]/.test(field))) throw new Error(`a name holds a separator: ${fields.join(" ")}`);
  return fields.join("\t").replace(/\t+$/, "");
}

/** What a property is in a file. @param {Property} property */
function storage([name, , , , kind]) {
  if ("Alias" in kind) return `=${kind.Alias[0]}`;
  const [serialization] = [kind.Canonical].flat();
  if (serialization === "Serializes") return "";
  if (serialization === "DoesNotSerialize") return "-";
  if ("SerializesAs" in serialization) return `@${serialization.SerializesAs}`;
  if (!("Migrate" in serialization)) throw new Error(`${name} has a form of storage that is not known`);
  const [to, rule] = serialization.Migrate;
  return `>${[to].flat().join("+")}:${rule}`;
}

/** @param {Property} property */
function propertyLine(property) {
  const [name, access, type, tags] = property;
  const letters = ACCESS[access];
  if (letters === undefined) throw new Error(`${name} has an access that is not known: ${access}`);
  const typeName = "Enum" in type ? `Enum:${type.Enum}` : type.Value;
  return line([name, letters, typeName, [...tags].sort().join(","), storage(property)]);
}

/** @param {Class} entry */
const classBlock = ([name, tags, superclass, properties]) =>
  [
    line([name, superclass ?? "", [...tags].sort().join(",")]),
    ...sorted(properties).map(([, property]) => propertyLine(property)),
  ].join("\n");

/** Defaults that differ from what the class inherits. @param {Database[1]} classes @param {Class} entry */
function defaultsBlock(classes, [name, , superclass, , defaults]) {
  const inherited = (/** @type {string} */ property) => {
    for (let above = classes[superclass ?? ""]; above !== undefined; above = classes[above[2] ?? ""])
      if (above[4][property] !== undefined) return above[4][property];
    return undefined;
  };
  const lines = sorted(defaults).flatMap(([property, value]) => {
    const above = inherited(property);
    if (above !== undefined && jsonText(above) === jsonText(value)) return [];
    const [type, inner] = Object.entries(value)[0];
    return [line([property, type, jsonText(inner)])];
  });
  return lines.length === 0 ? [] : [[name, ...lines].join("\n")];
}

/** @param {[name: string, items: Record<string, number>]} entry */
function enumLine([name, items]) {
  const rows = Object.entries(items).sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1));
  return line([name, rows.map(([item, value]) => `${item}=${value}`).join(",")]);
}

/**
 * @param {Database} database
 * @returns {{"classes.txt": string, "enums.txt": string, "defaults.txt": string}}
 */
export function tablesOf([version, classes, enums]) {
  const head = (/** @type {string} */ table) => `roblox-${table} ${FORMAT} ${version.join(".")}`;
  const all = sorted(classes).map(([, entry]) => entry);
  return {
    "classes.txt": `${[head("classes"), ...all.map(classBlock)].join("\n\n")}\n`,
    "enums.txt": `${[head("enums"), ...sorted(enums).map(([, entry]) => enumLine(entry))].join("\n")}\n`,
    "defaults.txt": `${[head("defaults"), ...all.flatMap((entry) => defaultsBlock(classes, entry))].join("\n\n")}\n`,
  };
}
