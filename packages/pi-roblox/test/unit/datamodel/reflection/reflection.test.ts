import { describe, expect, it } from "vitest";
import { createDefaults } from "../../../../src/datamodel/reflection/reflected-defaults.ts";
import { createReflection } from "../../../../src/datamodel/reflection/reflection.ts";
import { classesText, defaultsText, enumsText } from "../../../fixtures/datamodel/reflection/small-tables.ts";

const reflection = createReflection({ classes: classesText, enums: enumsText });

describe("createReflection", () => {
  it("names the engine, the classes and the enums", () => {
    expect(reflection.engineVersion).toBe("0.1.2.3");
    expect(reflection.classNames).toEqual(["Base", "Block", "BlockService", "RoundBlock"]);
    expect(reflection.enumNames).toEqual(["Empty", "Material"]);
  });

  it("gives a class with its own properties", () => {
    const block = reflection.findClass("Block");
    expect(block).toMatchObject({ name: "Block", superclass: "Base", tags: [] });
    expect(block?.properties.has("Archivable")).toBe(false);
    expect(block?.properties.get("Material")).toEqual({
      name: "Material",
      owner: "Block",
      type: { kind: "enum", name: "Material" },
      scriptability: "ReadWrite",
      tags: [],
      storage: { kind: "serialized", as: "Material" },
    });
    expect(reflection.findClass("Base")).toMatchObject({
      superclass: undefined,
      tags: ["NotBrowsable", "NotCreatable"],
    });
  });

  it.each([
    ["Block", "Colour", { kind: "serialized", as: "Colour8" }],
    ["Block", "Moving", { kind: "transient" }],
    ["Block", "Colour8", { kind: "alias", of: "Colour" }],
    ["Block", "Legacy Colour", { kind: "migrated", to: ["Colour"], rule: "BrickColorToColor" }],
    ["RoundBlock", "Archivable", { kind: "serialized", as: "archivable" }],
  ])("tells what %s.%s is in a file", (className, name, storage) => {
    expect(reflection.findProperty(className, name)?.storage).toEqual(storage);
  });

  it("gives inherited properties, with what a class declares anew in place of what it inherits", () => {
    const names = reflection.properties("RoundBlock").map(({ name, owner }) => `${owner}.${name}`);
    expect(names).toContain("Base.Archivable");
    expect(names).toContain("Block.Colour");
    expect(names.filter((name) => name.endsWith(".Material"))).toEqual(["RoundBlock.Material"]);
    expect(reflection.findProperty("RoundBlock", "Material")?.type).toEqual({ kind: "value", name: "String" });
  });

  it("knows what a class is", () => {
    expect(reflection.isA("RoundBlock", "RoundBlock")).toBe(true);
    expect(reflection.isA("RoundBlock", "Base")).toBe(true);
    expect(reflection.isA("Block", "RoundBlock")).toBe(false);
    expect(reflection.lineage("RoundBlock").map(({ name }) => name)).toEqual(["RoundBlock", "Block", "Base"]);
  });

  it("finds the item of an enum by name and by value", () => {
    expect(reflection.findEnumItem("Material", "Wood")).toEqual({ name: "Wood", value: 512 });
    expect(reflection.findEnumItem("Material", 256)).toEqual({ name: "Plastic", value: 256 });
    expect(reflection.findEnumItem("Material", "wood")).toBeUndefined();
    expect(reflection.findEnumItem("Material", 1)).toBeUndefined();
    expect(reflection.enumItems("Empty")).toEqual([]);
  });

  it.each(["", "Nope", "block", "constructor", "__proto__", "roblox-classes 1 0.1.2.3"])(
    "has nothing by the name %j",
    (name) => {
      expect(reflection.findClass(name)).toBeUndefined();
      expect(reflection.lineage(name)).toEqual([]);
      expect(reflection.properties(name)).toEqual([]);
      expect(reflection.isA(name, name)).toBe(false);
      expect(reflection.findProperty("Block", name)).toBeUndefined();
      expect(reflection.enumItems(name)).toBeUndefined();
      expect(reflection.findEnumItem(name, name)).toBeUndefined();
    },
  );

  it.each([
    ["an empty text", ""],
    ["another table", enumsText],
    ["a newer form", classesText.replace("roblox-classes 1", "roblox-classes 2")],
  ])("refuses %s", (_, classes) => {
    expect(() => createReflection({ classes, enums: enumsText })).toThrow(
      expect.objectContaining({ code: "FILE_INVALID" }),
    );
  });

  it.each([
    ["an access that is not known", "\tRW\tColor3", "\tRX\tColor3"],
    ["a storage that is not known", "@Colour8", "?Colour8"],
    ["a line that was cut", "Moving\tR\tBool\tReadOnly\t-", "Moving"],
  ])("refuses a class with %s", (_, good, bad) => {
    const damaged = createReflection({ classes: classesText.replace(good, bad), enums: enumsText });
    expect(() => damaged.findClass("Block")).toThrow(expect.objectContaining({ code: "FILE_INVALID" }));
  });
});

describe("createDefaults", () => {
  const defaults = createDefaults(reflection, defaultsText);

  it("gives a class its own defaults and those that it inherits", () => {
    expect(defaults.find("RoundBlock", "Material")).toEqual({ type: "Enum", value: 512 });
    expect(defaults.find("RoundBlock", "Colour")).toEqual({ type: "Color3", value: [1, 0.5, 0] });
    expect(defaults.find("RoundBlock", "Archivable")).toEqual({ type: "Bool", value: true });
    expect([...defaults.of("Block").keys()].sort()).toEqual(["Archivable", "Colour", "Material", "Weight"]);
  });

  it("reads infinity", () => {
    expect(defaults.find("Block", "Weight")).toEqual({ type: "Float32", value: Number.POSITIVE_INFINITY });
  });

  it("has none for a class or a property that it does not know", () => {
    expect(defaults.find("Nope", "Material")).toBeUndefined();
    expect(defaults.find("Block", "constructor")).toBeUndefined();
  });

  it("refuses a value that is not JSON", () => {
    const damaged = createDefaults(reflection, defaultsText.replace("[1,0.5,0]", "[1,0.5"));
    expect(() => damaged.find("Block", "Colour")).toThrow(expect.objectContaining({ code: "FILE_INVALID" }));
  });
});
