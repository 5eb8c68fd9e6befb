import { describe, expect, it } from "vitest";
import { canonicalProperty } from "../../../../src/datamodel/reflection/class-facts.ts";
import { loadDefaults, loadReflection } from "../../../../src/datamodel/reflection/load-reflection.ts";

const reflection = await loadReflection();
const defaults = await loadDefaults(reflection);

describe("the reflection data", () => {
  it("knows the engine's classes and enums", () => {
    expect(reflection.engineVersion).toBe("0.741.19.7411056");
    expect(reflection.classNames).toHaveLength(931);
    expect(reflection.enumNames).toHaveLength(641);
    expect(reflection.isA("Part", "BasePart")).toBe(true);
    expect(reflection.findEnumItem("Material", "Plastic")).toEqual({ name: "Plastic", value: 256 });
    expect(canonicalProperty(reflection, "Part", "Color3uint8")?.name).toBe("Color");
    expect(defaults.find("Part", "Anchored")).toEqual({ type: "Bool", value: false });
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
