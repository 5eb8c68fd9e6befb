/** A big Rojo project: from listings to instances, and what one more file would be, against reading its sourcemap. */

import { loadReflection } from "../../../packages/pi-roblox/src/datamodel/reflection/load-reflection.ts";
import { folderFact } from "../../../packages/pi-roblox/src/ownership/mapper/disk-facts.ts";
import { FactOverlay } from "../../../packages/pi-roblox/src/ownership/mapper/fact-overlay.ts";
import { fileRulesOf } from "../../../packages/pi-roblox/src/ownership/mapper/file-rules.ts";
import { judgeFile } from "../../../packages/pi-roblox/src/ownership/mapper/judge-file.ts";
import { MapMemory } from "../../../packages/pi-roblox/src/ownership/mapper/map-memory.ts";
import { mapProject } from "../../../packages/pi-roblox/src/ownership/mapper/map-project.ts";
import { RustPath } from "../../../packages/pi-roblox/src/ownership/mapper/rust-path.ts";
import { toSourcemapTree } from "../../../packages/pi-roblox/src/ownership/mapper/sourcemap-tree.ts";

const FOLDERS = 2500;
const FILES = 20;
const ROOT = "/projects/my-game";
const PROJECT = `${ROOT}/default.project.json`;
const naming = /** @type {const} */ ({ platform: "linux", isCaseSensitive: true });

const projectText = JSON.stringify({
  name: "Big",
  globIgnorePaths: ["**/*.spec.luau", "**/node_modules", "!**/keep.spec.luau"],
  tree: { $className: "DataModel", ReplicatedStorage: { $path: "src" } },
});

const entry = (/** @type {string} */ name, /** @type {"file" | "folder"} */ kind) => ({
  name,
  kind,
  linkTarget: undefined,
  isNameInvalid: false,
});

/** Listings of 50,000 files. @returns {import("../../../packages/pi-roblox/src/ownership/mapper/disk-facts.ts").DiskFacts} */
function listings() {
  const files = Array.from({ length: FILES }, (_, index) => {
    if (index === 0) return "init.luau";
    const ending = index % 7 === 0 ? "spec.luau" : index % 5 === 0 ? "server.luau" : "luau";
    return `SomeModule${index}.${ending}`;
  }).map((name) => entry(name, "file"));
  const folders = Array.from({ length: FOLDERS }, (_, index) => `Feature${index}`);
  /** @type {Map<string, import("../../../packages/pi-roblox/src/ownership/mapper/disk-facts.ts").PlaceFact>} */
  const places = new Map(folders.map((name) => [`${ROOT}/src/${name}`, folderFact(`${ROOT}/src/${name}`, files)]));
  places.set(
    `${ROOT}/src`,
    folderFact(
      `${ROOT}/src`,
      folders.map((name) => entry(name, "folder")),
    ),
  );
  places.set(PROJECT, { kind: "file", realPath: PROJECT });
  const text = /** @type {const} */ ({ kind: "text", text: projectText });
  return { place: (file) => places.get(file), text: () => text, head: () => text };
}

async function prepared() {
  const facts = listings();
  const options = { ...naming, rules: fileRulesOf(), reflection: await loadReflection() };
  const map = (/** @type {MapMemory} */ memory, seen = facts) => mapProject(PROJECT, seen, options, memory);
  const { part, projectFolder } = map(new MapMemory());
  const sourcemap = JSON.stringify(toSourcemapTree(part.node, projectFolder, "linux"));
  return { facts, map, yardstick: async () => void JSON.parse(sourcemap), dispose: async () => {} };
}

/** @type {import("../measure.mjs").Benchmark} */
export const projectMap = {
  name: "project-map",
  figure: "mapProject on listings",
  yardstick: "JSON.parse of the sourcemap",
  unit: "50,000 files",
  rounds: 9,
  async prepare() {
    const { map, ...rest } = await prepared();
    return { figure: async () => void map(new MapMemory()), ...rest };
  },
};

/** @type {import("../measure.mjs").Benchmark} */
export const projectJudge = {
  name: "project-judge",
  figure: "what a new file would be",
  yardstick: "JSON.parse of the sourcemap",
  unit: "beside 50,000 files",
  rounds: 15,
  async prepare() {
    const { facts, map, ...rest } = await prepared();
    const memory = new MapMemory();
    map(memory);
    let count = 0;
    const figure = async () => {
      const file = `${ROOT}/src/Feature7/New${count++}.luau`;
      const overlay = new FactOverlay(facts, { file, text: undefined }, new RustPath("linux"));
      judgeFile(map(memory, overlay), file, naming);
    };
    return { figure, ...rest };
  },
};
