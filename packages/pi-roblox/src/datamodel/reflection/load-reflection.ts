/** Reads the tables that come with the package. Callers keep what they get: each call reads again. */

import { readFile } from "node:fs/promises";
import path from "node:path";
import { packageFolder } from "../../package-folder.ts";
import { createDefaults, type ReflectedDefaults } from "./reflected-defaults.ts";
import { createReflection, type Reflection } from "./reflection.ts";
import { tableDamaged } from "./text-table.ts";

async function readTable(table: string): Promise<string> {
  try {
    return await readFile(path.join(packageFolder, "data", "reflection", `${table}.txt`), "utf8");
  } catch (error) {
    throw tableDamaged(table, error instanceof Error ? error.message : String(error));
  }
}

/** A few milliseconds. @throws FILE_INVALID when the package is not complete */
export async function loadReflection(): Promise<Reflection> {
  const [classes, enums] = await Promise.all([readTable("classes"), readTable("enums")]);
  return createReflection({ classes, enums });
}

/** @throws FILE_INVALID when the package is not complete */
export async function loadDefaults(reflection: Reflection): Promise<ReflectedDefaults> {
  return createDefaults(reflection, await readTable("defaults"));
}
