import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createWorkspace, type Workspace } from "testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  loadDefaults,
  loadReflection,
} from "../../../../packages/pi-roblox/src/datamodel/reflection/load-reflection.ts";
import type {
  MigrationRule,
  PropertyStorage,
} from "../../../../packages/pi-roblox/src/datamodel/reflection/reflected-types.ts";
import { fetchCrate } from "../../../reflection/crate.mjs";
import { decodeDatabase } from "../../../reflection/database.mjs";
import { jsonText } from "../../../reflection/json-text.mjs";
import { root } from "../../../setup/workspace.mjs";

type Database = ReturnType<typeof decodeDatabase>;

const script = path.join(root, "scripts", "update-reflection.mjs");
const tables = path.join(root, "packages", "pi-roblox", "data", "reflection");
const hasCargo = spawnSync("cargo", ["--version"]).status === 0;

const reflection = await loadReflection();
const defaults = await loadDefaults(reflection);

describe.skipIf(!hasCargo)("the reflection tables", () => {
  let workspace: Workspace;
  let database: Database;
  beforeAll(async () => {
    workspace = await createWorkspace({ files: { "crate/": "", "tables/": "" } });
    database = decodeDatabase((await fetchCrate(workspace.path("crate"))).database);
  });
  afterAll(() => workspace.cleanup());

  it("is what the script writes, byte for byte", async () => {
    execFileSync(process.execPath, [script, workspace.path("tables")], { stdio: "pipe" });
    const written = readdirSync(workspace.path("tables"));
    expect([...written, "README.md"].sort()).toEqual(readdirSync(tables).sort());
    for (const name of written) {
      const [current, checkedIn] = await Promise.all([
        workspace.read(`tables/${name}`),
        readFile(path.join(tables, name), "utf8"),
      ]);
      expect(current === checkedIn ? "current" : `${name} is not what the script writes`).toBe("current");
    }
  });

  it("holds every class with every property", () => {
    for (const [name, tags, superclass, properties] of Object.values(database[1])) {
      const found = reflection.findClass(name);
      expect(found).toMatchObject({ name, superclass: superclass ?? undefined, tags: [...tags].sort() });
      expect([...(found?.properties.keys() ?? [])].sort()).toEqual(Object.keys(properties).sort());
      for (const [propertyName, access, type, propertyTags, kind] of Object.values(properties))
        expect(found?.properties.get(propertyName)).toEqual({
          name: propertyName,
          owner: name,
          scriptability: access,
          type: "Enum" in type ? { kind: "enum", name: type.Enum } : { kind: "value", name: type.Value },
          tags: [...propertyTags].sort(),
          storage: storageOf(propertyName, kind),
        });
    }
  });

  it("holds every item of every enum", () => {
    for (const [name, items] of Object.values(database[2]))
      expect(Object.fromEntries((reflection.enumItems(name) ?? []).map((item) => [item.name, item.value]))).toEqual(
        items,
      );
  });

  it("holds every default", () => {
    for (const [className, , , , values] of Object.values(database[1])) {
      const expected = Object.entries(values).map(([property, typed]) => {
        const [type, value] = Object.entries(typed)[0] ?? [""];
        return { property: `${className}.${property}`, type, value: JSON.parse(jsonText(value)) as unknown };
      });
      const found = Object.keys(values).map((property) => ({
        property: `${className}.${property}`,
        ...defaults.find(className, property),
      }));
      expect(found).toEqual(expected);
    }
  });
});

/** The original's form of storage, read by other means than the tables are written. */
function storageOf(name: string, kind: Database[1][string][3][string][4]): PropertyStorage {
  if ("Alias" in kind) return { kind: "alias", of: kind.Alias[0] };
  const [found] = kind.Canonical;
  if (found === "DoesNotSerialize") return { kind: "transient" };
  if (found === "Serializes") return { kind: "serialized", as: name };
  if ("SerializesAs" in found) return { kind: "serialized", as: found.SerializesAs };
  const [to, rule] = found.Migrate;
  return { kind: "migrated", to: [to].flat(), rule: rule as MigrationRule };
}
