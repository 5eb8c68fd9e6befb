/** The Luau sources of the stand-in, and the modules and rows that are written from data. */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { loadDefaults, loadReflection } from "../../../../pi-roblox/src/datamodel/reflection/load-reflection.ts";
import type { Reflection } from "../../../../pi-roblox/src/datamodel/reflection/reflection.ts";
import { enumItemsModule } from "../luau/values/enum-items-module.ts";
import { classRow } from "./class-rows.ts";
import type { VmSources } from "./vm.ts";

const FOLDER = fileURLToPath(new URL("../luau/", import.meta.url));

/** Source by path below the folder, without extension, with forward slashes. */
function readModules(): Record<string, string> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".luau"));
  return Object.fromEntries(
    files.map((file) => [
      file.slice(0, -".luau".length).split(path.sep).join("/"),
      readFileSync(path.join(FOLDER, file), "utf8"),
    ]),
  );
}

/** The data module "@members" of reflection/member-names.luau. */
function membersModule(): string {
  const text = readFileSync(path.join(FOLDER, "data", "members.txt"), "utf8");
  const rows = text
    .split(/\r?\n/)
    .filter((line) => line !== "")
    .map((line) => {
      const split = line.indexOf("\t");
      return `\t${line.slice(0, split)} = ${JSON.stringify(line.slice(split + 1))},\n`;
    });
  return `return {\n${rows.join("")}}\n`;
}

/** The data module "@enums" of values/enums.luau. */
function enumsModule(reflection: Reflection): string {
  const items = (enumName: string) => (reflection.enumItems(enumName) ?? []).map(({ name, value }) => [name, value]);
  return enumItemsModule(
    Object.fromEntries(reflection.enumNames.map((enumName) => [enumName, Object.fromEntries(items(enumName))])),
  );
}

/** The data module "@class-names" of services/reflection-service.luau. */
function classNamesModule(reflection: Reflection): string {
  return `return { ${reflection.classNames.map((name) => JSON.stringify(name)).join(", ")} }\n`;
}

/** Everything that a VM is started with. */
export async function readVmSources(): Promise<VmSources> {
  const reflection = await loadReflection();
  const defaults = await loadDefaults(reflection);
  return {
    modules: {
      ...readModules(),
      "@enums": enumsModule(reflection),
      "@members": membersModule(),
      "@class-names": classNamesModule(reflection),
    },
    classRows: Object.fromEntries(
      reflection.classNames.map((className) => [className, classRow(reflection, defaults, className) ?? ""]),
    ),
  };
}
