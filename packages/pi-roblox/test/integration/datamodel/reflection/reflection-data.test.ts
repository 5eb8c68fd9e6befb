import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  canonicalProperty,
  capturedProperties,
  creatabilityOf,
} from "../../../../src/datamodel/reflection/class-facts.ts";
import { loadDefaults, loadReflection } from "../../../../src/datamodel/reflection/load-reflection.ts";
import { packageFolder } from "../../../../src/package-folder.ts";

const reflection = await loadReflection();
const defaults = await loadDefaults(reflection);

describe("the reflection data", () => {
  it("is part of what is published", async () => {
    const manifest: unknown = JSON.parse(await readFile(path.join(packageFolder, "package.json"), "utf8"));
    expect(manifest).toMatchObject({ name: "pi-roblox", files: expect.arrayContaining(["data"]) as unknown });
  });

  it("knows the engine's classes and enums", () => {
    expect(reflection.engineVersion).toBe("0.741.19.7411056");
    expect(reflection.classNames).toHaveLength(931);
    expect(reflection.enumNames).toHaveLength(641);
    expect(reflection.isA("Part", "BasePart")).toBe(true);
    expect(reflection.findEnumItem("Material", "Plastic")).toEqual({ name: "Plastic", value: 256 });
    expect(canonicalProperty(reflection, "Part", "Color3uint8")?.name).toBe("Color");
    expect(defaults.find("Part", "Anchored")).toEqual({ type: "Bool", value: false });
  });

  it("tells what a script must read to make a part anew", () => {
    const names = capturedProperties(reflection, "Part").map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["Anchored", "CFrame", "Color", "Material", "Shape", "Size"]));
    // Derived from others, an older form of Color, an alias, what only Studio writes, what scripts reach otherwise.
    for (const name of ["Position", "BrickColor", "size", "UniqueId", "Tags", "Name", "Parent"])
      expect(names).not.toContain(name);
  });

  it.each([
    ["Part", { creatable: true }],
    ["BasePart", { creatable: false, reason: "abstract" }],
    ["Workspace", { creatable: false, reason: "service" }],
    ["Terrain", { creatable: false, reason: "not-creatable" }],
  ])("tells whether a script can make a %s", (className, expected) => {
    expect(creatabilityOf(reflection, className)).toEqual(expected);
  });

  it("has a target for each alias, each migration and each superclass", () => {
    const lost = reflection.classNames.flatMap((className) =>
      reflection.properties(className).flatMap(({ name, storage }) => {
        const targets = storage.kind === "alias" ? [storage.of] : storage.kind === "migrated" ? storage.to : [];
        return targets
          .filter((target) => reflection.findProperty(className, target) === undefined)
          .map((target) => `${className}.${name} -> ${target}`);
      }),
    );
    expect(lost).toEqual([]);
    for (const className of reflection.classNames) expect(reflection.isA(className, "Object")).toBe(true);
  });
});
