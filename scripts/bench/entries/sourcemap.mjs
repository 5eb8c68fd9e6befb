/** The sourcemap of a big project: its index against JSON.parse alone, and the next sourcemap against reading it anew. */

import {
  parseSourcemap,
  updateSourcemap,
} from "../../../packages/pi-roblox/src/ownership/sourcemap/parse-sourcemap.ts";

const SERVICES = 5;
const FOLDERS = 100;
const SCRIPTS = 99;

const options = {
  projectFolder: "/projects/my-game",
  naming: /** @type {const} */ ({ platform: "linux", isCaseSensitive: true }),
  includesNonScripts: true,
};

/** Some 50,000 instances in 8 MB. @param {string} [extra] a script more, in the middle */
function sourcemapText(extra) {
  const script = (/** @type {string} */ folder, /** @type {string} */ name) => ({
    name,
    className: "ModuleScript",
    filePaths: [`${folder}/with/a/path/of/usual/length/for/a/game/${name}.luau`],
  });
  const folder = (/** @type {number} */ service, /** @type {number} */ at) => {
    const names = Array.from({ length: SCRIPTS }, (_, index) => `SomeModule${service * 10_000 + at * SCRIPTS + index}`);
    if (extra !== undefined && service === 2 && at === 50) names.splice(50, 0, extra);
    return {
      name: `Feature${at}`,
      className: "Folder",
      children: names.map((name) => script(`src/${service}/${at}`, name)),
    };
  };
  const services = Array.from({ length: SERVICES }, (_, service) => ({
    name: `Service${service}`,
    className: "Folder",
    children: Array.from({ length: FOLDERS }, (_, at) => folder(service, at)),
  }));
  const root = { name: "game", className: "DataModel", filePaths: ["default.project.json"], children: services };
  // Through bytes, as it comes from Rojo: one flat string.
  return Buffer.from(JSON.stringify(root)).toString();
}

const file = "/projects/my-game/src/0/0/none.luau";

/** @type {import("../measure.mjs").Benchmark} */
export const sourcemap = {
  name: "sourcemap",
  figure: "parseSourcemap and a first look-up",
  yardstick: "JSON.parse",
  unit: "50,000 instances, 8 MB",
  rounds: 9,
  async prepare() {
    const text = sourcemapText();
    return {
      figure: async () => parseSourcemap(text, options, 0)?.ofFile(file),
      yardstick: async () => JSON.parse(text),
      dispose: async () => {},
    };
  },
};

/** @type {import("../measure.mjs").Benchmark} */
export const sourcemapUpdate = {
  name: "sourcemap-update",
  figure: "updateSourcemap and a first look-up",
  yardstick: "parseSourcemap and a first look-up",
  unit: "one script added to 50,000 instances",
  rounds: 15,
  async prepare() {
    const before = parseSourcemap(sourcemapText(), options, 0);
    if (before === undefined) throw new Error("a sourcemap of instances is not null");
    const text = sourcemapText("AddedModule");
    return {
      figure: async () => updateSourcemap(before, text, 0)?.ofFile(file),
      yardstick: async () => parseSourcemap(text, options, 0)?.ofFile(file),
      dispose: async () => {},
    };
  },
};
