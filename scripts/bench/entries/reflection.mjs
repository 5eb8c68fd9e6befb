/** Loading Roblox's reflection data and finding one property, against reading and parsing the same data as JSON. */

import { readFile } from "node:fs/promises";
import { createWorkspace } from "testkit";
import { loadReflection } from "../../../packages/pi-roblox/src/datamodel/reflection/load-reflection.ts";

/** @param {import("../../../packages/pi-roblox/src/datamodel/reflection/reflection.ts").Reflection} reflection */
function asJson(reflection) {
  const classes = reflection.classNames.map((name) => {
    const { superclass, tags, properties } = reflection.findClass(name) ?? {};
    return [name, { superclass, tags, properties: Object.fromEntries(properties ?? []) }];
  });
  const enums = reflection.enumNames.map((name) => [name, reflection.enumItems(name)]);
  return JSON.stringify({ classes: Object.fromEntries(classes), enums: Object.fromEntries(enums) });
}

/** @type {import("../measure.mjs").Benchmark} */
export const reflection = {
  name: "reflection",
  figure: "load, find one property",
  yardstick: "the same as JSON",
  unit: "931 classes",
  rounds: 31,
  async prepare() {
    const workspace = await createWorkspace();
    await workspace.write("all.json", asJson(await loadReflection()));
    return {
      figure: async () => void (await loadReflection()).findProperty("Part", "Anchored"),
      yardstick: async () => void JSON.parse(await readFile(workspace.path("all.json"), "utf8")).classes.Part,
      dispose: workspace.cleanup,
    };
  },
};
