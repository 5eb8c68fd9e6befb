import { describe, expect, it } from "vitest";
import type { ReflectedProperty } from "../../../../../pi-roblox/src/datamodel/reflection/reflected-types.ts";
import { createReflection } from "../../../../../pi-roblox/src/datamodel/reflection/reflection.ts";
import { classRow } from "../../../../src/studio/vm/class-rows.ts";
import { plainDefault } from "../../../../src/studio/vm/plain-default.ts";

const CLASSES = `roblox-classes 1 0.1.0.1

Base		NotCreatable
Name	RW	String
old	RW	String		=Name

Thing	Base	Deprecated
Color	RW	Color3	NotReplicated	@Color3uint8
Color3uint8	-	Color3uint8	Hidden,NotScriptable	=Color
Mode	RW	Enum:Mode
Tint	RW	BrickColor		>Color:BrickColorToColor
`;
const ENUMS = "roblox-enums 1 0.1.0.1\nMode\tOff=0,On=1\n";
const reflection = createReflection({ classes: CLASSES, enums: ENUMS });

function property(type: ReflectedProperty["type"]): ReflectedProperty {
  return { name: "P", owner: "Thing", type, scriptability: "ReadWrite", tags: [], storage: { kind: "transient" } };
}

const value = (type: string, inner: unknown) =>
  plainDefault(reflection, property({ kind: "value", name: type }), { type, value: inner });

describe("plain forms of defaults", () => {
  it.each([
    ["Vector3", [1, 2, 3], { type: "Vector3", x: 1, y: 2, z: 3 }],
    [
      "UDim2",
      [
        [1, 2],
        [3, 4],
      ],
      { type: "UDim2", xScale: 1, xOffset: 2, yScale: 3, yOffset: 4 },
    ],
    [
      "CFrame",
      [
        [1, 2, 3],
        [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      ],
      { type: "CFrame", components: [1, 2, 3, 1, 0, 0, 0, 1, 0, 0, 0, 1] },
    ],
    ["Faces", 63, { type: "Faces", members: ["Right", "Top", "Back", "Left", "Bottom", "Front"] }],
    ["Axes", 5, { type: "Axes", members: ["X", "Z"] }],
    ["Int64", "9007199254740993", 9_007_199_254_740_992],
    ["Content", "None", { type: "Content", sourceType: "None" }],
    ["Content", { Uri: "rbxassetid://1" }, { type: "Content", sourceType: "Uri", uri: "rbxassetid://1" }],
    ["PhysicalProperties", "Default", null],
  ])("makes one of a %s", (type, inner, plain) => {
    expect(value(type, inner)).toEqual(plain);
  });

  it("writes what JSON cannot hold in its form, also within a value", () => {
    expect(value("Float32", Number.POSITIVE_INFINITY)).toEqual({ type: "number", value: "inf" });
    expect(value("Vector2", [Number.NEGATIVE_INFINITY, Number.NaN])).toEqual({
      type: "Vector2",
      x: { type: "number", value: "-inf" },
      y: { type: "number", value: "nan" },
    });
  });

  it("names the item of an enum, and has nothing for an item or a type that it does not know", () => {
    const mode = property({ kind: "enum", name: "Mode" });
    expect(plainDefault(reflection, mode, { type: "Enum", value: 1 })).toEqual({
      type: "EnumItem",
      enum: "Mode",
      name: "On",
    });
    expect(plainDefault(reflection, mode, { type: "Enum", value: 9 })).toBeUndefined();
    expect(value("SharedString", "AA==")).toBeUndefined();
  });
});

describe("class rows", () => {
  const defaults = {
    of: (className: string) =>
      new Map(
        className === "Base"
          ? [["Name", { type: "String", value: "Base" }]]
          : [
              ["Name", { type: "String", value: "Base" }],
              ["Mode", { type: "Enum", value: 1 }],
              ["Color3uint8", { type: "Color3uint8", value: [1, 2, 3] }],
            ],
      ),
    find: () => undefined,
  };

  it("hold what a class adds, with aliases, derived properties and byte colours", () => {
    expect(classRow(reflection, defaults, "Thing")?.split("\n")).toEqual([
      "Base\tDeprecated",
      "Color\tRW\tColor3uint8\tNotReplicated\t",
      "Color3uint8\t-\tColor3uint8\tHidden,NotScriptable\t=Color",
      "Mode\tRW\tEnum:Mode\t\t",
      "Tint\tRW\tBrickColor\t\t>Color:BrickColorToColor",
      "",
      'Mode\t{"type":"EnumItem","enum":"Mode","name":"On"}',
    ]);
  });

  it("have nothing for a class that does not exist", () => {
    expect(classRow(reflection, defaults, "Nope")).toBeUndefined();
  });
});
