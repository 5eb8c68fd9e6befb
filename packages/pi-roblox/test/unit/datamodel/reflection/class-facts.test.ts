import { describe, expect, it } from "vitest";
import {
  canonicalProperty,
  capturedProperties,
  creatabilityOf,
} from "../../../../src/datamodel/reflection/class-facts.ts";
import { createReflection } from "../../../../src/datamodel/reflection/reflection.ts";
import {
  suggestClasses,
  suggestEnumItems,
  suggestEnums,
  suggestProperties,
} from "../../../../src/datamodel/reflection/suggestions.ts";
import { classesText, enumsText } from "../../../fixtures/datamodel/reflection/small-tables.ts";

const reflection = createReflection({ classes: classesText, enums: enumsText });

describe("creatabilityOf", () => {
  it.each([
    ["Block", { creatable: true }],
    ["Base", { creatable: false, reason: "abstract" }],
    ["BlockService", { creatable: false, reason: "service" }],
    ["Nope", { creatable: false, reason: "unknown-class" }],
  ])("of %s", (className, creatability) => {
    expect(creatabilityOf(reflection, className)).toEqual(creatability);
  });
});

describe("canonicalProperty", () => {
  it("follows an alias, and nothing else", () => {
    expect(canonicalProperty(reflection, "RoundBlock", "Colour8")?.name).toBe("Colour");
    expect(canonicalProperty(reflection, "RoundBlock", "archivable")?.name).toBe("Archivable");
    expect(canonicalProperty(reflection, "Block", "Colour")?.name).toBe("Colour");
    expect(canonicalProperty(reflection, "Block", "Legacy Colour")?.name).toBe("Legacy Colour");
    expect(canonicalProperty(reflection, "Block", "Nope")).toBeUndefined();
  });
});

describe("capturedProperties", () => {
  it("takes what a script can read and write and a file holds, each once", () => {
    const names = capturedProperties(reflection, "Block").map(({ name }) => name);
    expect(names).toEqual(["Archivable", "Colour", "Material", "SealedId"]);
  });
});

describe("suggestions", () => {
  it("finds what a misspelt name may mean", () => {
    expect(suggestClasses(reflection, "blok")).toEqual(["Block"]);
    expect(suggestEnums(reflection, "Materal")).toEqual(["Material"]);
    expect(suggestEnumItems(reflection, "Material", "wod")).toEqual(["Wood"]);
    expect(suggestProperties(reflection, "RoundBlock", "Color")).toEqual(["Colour"]);
  });

  it("offers a deprecated property only where no other is near", () => {
    expect(suggestProperties(reflection, "Block", "LegacyColour")).toEqual(["Legacy Colour"]);
    expect(suggestProperties(reflection, "Block", "Archivabel")).toEqual(["Archivable"]);
  });

  it("offers nothing for a class that is not known", () => {
    expect(suggestProperties(reflection, "Nope", "Colour")).toEqual([]);
    expect(suggestEnumItems(reflection, "Nope", "Wood")).toEqual([]);
  });
});
