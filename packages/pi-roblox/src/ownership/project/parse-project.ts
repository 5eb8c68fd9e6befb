/**
 * The text of a Rojo project file to data. What every version of Rojo refuses is an error with line and column; what
 * only some refuse is a finding. Source: Rojo 7.7.1 project.rs. Pure.
 */

import { isCodedError } from "pi-extension-core/errors";
import { type JsonDocument, type JsonPath, parseJson } from "pi-extension-core/json";
import { robloxError } from "../../errors.ts";
import { isIpAddress } from "./ip-address.ts";
import {
  describe,
  isJsonObject,
  type JsonObject,
  optionalBoolean,
  optionalString,
  optionalWholeNumber,
  ProjectReader,
  stringList,
} from "./project-reader.ts";
import type { RojoProject } from "./project-types.ts";
import { readNode } from "./read-node.ts";
import { readIgnoreRules, readSyncRules } from "./read-rules.ts";

const MAX_CHARACTERS = 2_000_000;
const MAX_PORT = 65_535;
const MAX_U64 = 2 ** 64;
const BOM = "\uFEFF";

/** Each key of the top level, with the version that introduced it where a supported Rojo may lack it. */
const FIELDS: ReadonlyMap<string, string | undefined> = new Map([
  ["$schema", "7.5.0"],
  ["name", undefined],
  ["tree", undefined],
  ["servePort", undefined],
  ["serveAddress", undefined],
  ["serveAllowedHosts", "7.7.0"],
  ["servePlaceIds", undefined],
  ["blockedPlaceIds", "7.5.0"],
  ["placeId", undefined],
  ["gameId", undefined],
  ["emitLegacyScripts", "7.4.0"],
  ["globIgnorePaths", undefined],
  ["syncRules", "7.5.0"],
  ["syncbackRules", "7.7.0"],
]);
const SYNCBACK_FIELDS = [
  "ignoreTrees",
  "ignorePaths",
  "ignoreProperties",
  "syncCurrentCamera",
  "syncUnscriptable",
  "ignoreReferents",
  "createIgnoreDirPaths",
] as const;

interface ParseProjectOptions {
  /** How messages call the file: its path. */
  readonly source: string;
  /** Decides what `\` means in globs. */
  readonly platform: NodeJS.Platform;
}

/** @throws PROJECT_INVALID with `data.file`, `line`, `column`, `key` and `problems` */
export function parseProject(text: string, options: ParseProjectOptions): RojoProject {
  const document = parseText(text, options.source);
  const reader = new ProjectReader(document, options.platform);
  const project = readFields(reader, document);
  reader.throwProblems();
  findTextFeatures(reader, document);
  const findings = reader.findings.toSorted((a, b) => a.line - b.line || a.column - b.column);
  return { ...project, findings };
}

function parseText(text: string, source: string): JsonDocument {
  try {
    return parseJson(text, { source, comments: true, maxCharacters: MAX_CHARACTERS });
  } catch (error) {
    if (!isCodedError(error)) throw error;
    throw robloxError("PROJECT_INVALID", error.message, {
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      data: { ...error.data, file: source },
      cause: error,
    });
  }
}

function readFields(reader: ProjectReader, document: JsonDocument): Omit<RojoProject, "findings"> {
  const given = document.value;
  if (!isJsonObject(given)) reader.problem([], `a project must be an object, not ${describe(given)}`);
  const fields: JsonObject = isJsonObject(given) ? given : {};
  for (const key of Object.keys(fields)) findField(reader, key);
  if (fields["tree"] === undefined)
    reader.problem([], "the key `tree` is missing", 'Add "tree": {"$className": "DataModel"}.');
  checkSyncback(reader, fields["syncbackRules"]);
  optionalString(reader, fields["$schema"], ["$schema"]);
  return {
    source: document.source,
    name: readName(reader, fields["name"]),
    tree: readNode(reader, fields["tree"] ?? {}, ["tree"]),
    servePort: optionalWholeNumber(reader, fields["servePort"], ["servePort"], MAX_PORT),
    serveAddress: readAddress(reader, fields["serveAddress"]),
    serveAllowedHosts: stringList(reader, fields["serveAllowedHosts"], ["serveAllowedHosts"]),
    servePlaceIds: readIds(reader, fields["servePlaceIds"], ["servePlaceIds"]),
    blockedPlaceIds: readIds(reader, fields["blockedPlaceIds"], ["blockedPlaceIds"]),
    placeId: optionalWholeNumber(reader, fields["placeId"], ["placeId"], MAX_U64),
    gameId: optionalWholeNumber(reader, fields["gameId"], ["gameId"], MAX_U64),
    emitLegacyScripts: optionalBoolean(reader, fields["emitLegacyScripts"], ["emitLegacyScripts"]),
    globIgnorePaths: readIgnoreRules(reader, fields["globIgnorePaths"]),
    syncRules: readSyncRules(reader, fields["syncRules"]),
    positionOf: (keys) => document.positionOf(keys),
  };
}

function findField(reader: ProjectReader, key: string): void {
  if (!FIELDS.has(key)) {
    reader.unknownKey([key], FIELDS.keys());
    return;
  }
  const since = FIELDS.get(key);
  if (since === undefined) return;
  reader.finding([key], {
    effect: "refused",
    since,
    message: `\`${key}\` is not known before Rojo ${since}, which refuses unknown keys`,
    fix: `Update Rojo, or remove \`${key}\`.`,
  });
}

function readName(reader: ProjectReader, value: unknown): string | undefined {
  const name = optionalString(reader, value, ["name"]);
  if (name === undefined)
    reader.finding([], {
      effect: "refused",
      since: "7.4.1",
      message: "a project without a `name` is refused before Rojo 7.4.1",
      fix: "Add a `name`.",
    });
  return name;
}

function readAddress(reader: ProjectReader, value: unknown): string | undefined {
  const address = optionalString(reader, value, ["serveAddress"]);
  if (address !== undefined && !isIpAddress(address))
    reader.finding(["serveAddress"], {
      effect: "refused",
      since: undefined,
      message: "Rojo takes an IP address only, and refuses the whole file",
      fix: address === "localhost" ? 'Write "127.0.0.1".' : "Write an IP address, as 127.0.0.1.",
    });
  return address;
}

function readIds(reader: ProjectReader, value: unknown, keys: JsonPath): readonly number[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) return reader.problem(keys, `must be a list of ids, not ${describe(value)}`);
  const items: readonly unknown[] = value;
  return items.flatMap((item, index) => {
    if (item === null) reader.problem([...keys, index], "must be an id, not null");
    const id = optionalWholeNumber(reader, item, [...keys, index], MAX_U64);
    return id === undefined ? [] : [id];
  });
}

/** Only its form: what syncback writes is no matter of what Rojo reads. */
function checkSyncback(reader: ProjectReader, value: unknown): void {
  if (value === undefined || value === null) return;
  const keys = ["syncbackRules"];
  if (!isJsonObject(value)) {
    reader.problem(keys, `must be an object, not ${describe(value)}`);
    return;
  }
  const known: readonly string[] = SYNCBACK_FIELDS;
  for (const key of Object.keys(value)) if (!known.includes(key)) reader.unknownKey([...keys, key], SYNCBACK_FIELDS);
  for (const key of ["ignoreTrees", "ignorePaths"]) stringList(reader, value[key], [...keys, key]);
  for (const key of ["syncCurrentCamera", "syncUnscriptable", "ignoreReferents", "createIgnoreDirPaths"])
    optionalBoolean(reader, value[key], [...keys, key]);
  const byClass = value["ignoreProperties"];
  if (byClass === undefined) return;
  if (!isJsonObject(byClass)) {
    reader.problem([...keys, "ignoreProperties"], `must be an object, not ${describe(byClass)}`);
    return;
  }
  for (const [name, list] of Object.entries(byClass))
    stringList(reader, list ?? null, [...keys, "ignoreProperties", name]);
}

/** What the text itself uses: a byte order mark, comments, trailing commas. */
function findTextFeatures(reader: ProjectReader, document: JsonDocument): void {
  if (document.text.startsWith(BOM))
    reader.findings.push({
      line: 1,
      column: 1,
      key: "",
      effect: "refused",
      since: undefined,
      message: "the file begins with a byte order mark, which Rojo does not read",
      fix: "Save it as UTF-8 without a byte order mark.",
    });
  const strict = strictJsonProblem(document);
  if (strict !== undefined)
    reader.findings.push({
      ...strict,
      key: "",
      effect: "refused",
      since: "7.6.1",
      message: "comments and trailing commas are refused before Rojo 7.6.1",
      fix: "Update Rojo, or write plain JSON.",
    });
}

function strictJsonProblem({ text, source }: JsonDocument): { line: number; column: number } | undefined {
  try {
    parseJson(text, { source, maxCharacters: MAX_CHARACTERS });
    return undefined;
  } catch (error) {
    if (!isCodedError(error)) throw error;
    const { line, column } = error.data;
    return { line: typeof line === "number" ? line : 1, column: typeof column === "number" ? column : 1 };
  }
}
