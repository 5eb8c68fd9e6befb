/** What a script requires and who requires it, among 10,000 scripts; and the index behind it, built from nothing. */

import { readFile } from "node:fs/promises";
import { systemClock } from "pi-extension-core/seams";
import { createWorkspace } from "testkit";
import { RequireIndex } from "../../../packages/pi-roblox/src/ownership/requires/require-index.ts";
import { excerptOf } from "../../../packages/pi-roblox/src/ownership/requires/source-excerpt.ts";
import { diskReader } from "../../../packages/pi-roblox/src/ownership/requires/source-reader.ts";
import { parseSourcemap } from "../../../packages/pi-roblox/src/ownership/sourcemap/parse-sourcemap.ts";

const SCRIPTS = 10_000;
const FOLDERS = 100;
const LINES = 130;
const naming = { platform: process.platform, isCaseSensitive: process.platform === "linux" };

const fileOf = (/** @type {number} */ index) => `src/Folder${index % FOLDERS}/Module${index}.luau`;

function scriptText(/** @type {number} */ index) {
  const others = [1, 7, 31, 97].map((step) => (index * step + step) % SCRIPTS);
  const requires = others.map(
    (other) => `local Module${other} = require(Shared:WaitForChild("Folder${other % FOLDERS}").Module${other})\n`,
  );
  const head = `local RS = game:GetService("ReplicatedStorage")\nlocal Shared = RS.Shared\n${requires.join("")}`;
  const common = `local Types = require("./Module${index % FOLDERS}")\n`;
  const line = (/** @type {number} */ at) => `function module.step${at}(self) self.total += ${at} end\n`;
  return `${head}${common}${Array.from({ length: LINES }, (_, at) => line(at)).join("")}`;
}

function sourcemapText() {
  const module = (/** @type {number} */ index) => ({
    name: `Module${index}`,
    className: "ModuleScript",
    filePaths: [fileOf(index)],
  });
  const folders = Array.from({ length: FOLDERS }, (_, folder) => ({
    name: `Folder${folder}`,
    className: "Folder",
    children: Array.from({ length: SCRIPTS / FOLDERS }, (__, at) => module(at * FOLDERS + folder)),
  }));
  const shared = { name: "Shared", className: "Folder", children: folders };
  const storage = { name: "ReplicatedStorage", className: "ReplicatedStorage", children: [shared] };
  return JSON.stringify({ name: "bench", className: "DataModel", children: [storage] });
}

async function createProject() {
  const names = Array.from({ length: SCRIPTS }, (_, index) => fileOf(index));
  const files = Object.fromEntries(names.map((name, index) => [name, scriptText(index)]));
  const workspace = await createWorkspace({ files });
  const map = parseSourcemap(
    sourcemapText(),
    { projectFolder: workspace.root, naming, includesNonScripts: true },
    Date.now(),
  );
  const paths = names.map((name) => workspace.path(name));
  const newIndex = () => new RequireIndex({ root: workspace.root, naming, reader: diskReader, clock: systemClock });
  return { workspace, map, paths, newIndex };
}

/** @type {import("../measure.mjs").Benchmark} */
export const robloxInspect = {
  name: "roblox-inspect",
  figure: "content, requires and required by",
  yardstick: "reading the file",
  unit: `1 of ${SCRIPTS} scripts`,
  rounds: 15,
  async prepare() {
    const { workspace, map, paths, newIndex } = await createProject();
    const index = newIndex();
    await index.refresh(paths);
    const file = paths[42] ?? "";
    return {
      async figure() {
        excerptOf(await readFile(file), { maxLines: 500, maxBytes: 20_000 });
        if (index.requiresOf(file, map)?.length !== 5) throw new Error("a call was not found");
        if (index.requiredBy(file, map).length < 4) throw new Error("a caller was not found");
      },
      yardstick: () => readFile(file),
      dispose: workspace.cleanup,
    };
  },
};

/** @type {import("../measure.mjs").Benchmark} */
export const robloxRequireIndex = {
  name: "roblox-require-index",
  figure: "index of requires from nothing",
  yardstick: "reading all scripts",
  unit: `${SCRIPTS} scripts`,
  rounds: 5,
  async prepare() {
    const { workspace, paths, newIndex } = await createProject();
    return {
      figure: () => newIndex().refresh(paths),
      async yardstick() {
        for (const path of paths) await readFile(path);
      },
      dispose: workspace.cleanup,
    };
  },
};
