import { describe, expect, it } from "vitest";
import { readSample, readValue } from "../../../fixtures/studio/place/place-text.ts";

const CFRAME = ["X", "Y", "Z", "R00", "R01", "R02", "R10", "R11", "R12", "R20", "R21", "R22"];
const numbers = [1, 2, 3, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const cframe = CFRAME.map((name, index) => `<${name}>${numbers[index]}</${name}>`).join("\n");
const vector = (x: number, y: number, z?: number) => `<X>${x}</X> <Y>${y}</Y>${z === undefined ? "" : ` <Z>${z}</Z>`}`;
const physical = (absorption: string) =>
  `<CustomPhysics>true</CustomPhysics><Density>1</Density><Friction>0.5</Friction><Elasticity>0</Elasticity>
   <FrictionWeight>2</FrictionWeight><ElasticityWeight>3</ElasticityWeight>${absorption}`;
const font = (weight: string, style: string) =>
  `<Family><url>a.json</url></Family><Weight>${weight}</Weight><Style>${style}</Style>`;
const bytes = (text: string) => Buffer.from(text, "latin1").toString("base64");

describe("the value of a property", () => {
  it.each<[type: string, element: string, content: string, value: unknown]>([
    ["Axes", "Axes", "<axes>5</axes>", { type: "Axes", members: ["X", "Z"] }],
    ["BinaryString", "BinaryString", "<![CDATA[AAH/\n]]>", { type: "BinaryString", bytes: "AAH/" }],
    ["BinaryString", "BinaryString", "", { type: "BinaryString", bytes: "" }],
    ["Bool", "bool", "true", true],
    ["Bool", "bool", "false", false],
    ["BrickColor", "int", "194", { type: "BrickColor", number: 194 }],
    ["CFrame", "CoordinateFrame", cframe, { type: "CFrame", components: numbers }],
    ["Color3", "Color3", "<R>1</R><G>0.5</G><B>0</B>", { type: "Color3", r: 1, g: 0.5, b: 0 }],
    ["Color3", "Color3", "16711680", { type: "Color3", r: 1, g: 0, b: 0 }],
    ["Color3", "Color3uint8", "255", { type: "Color3", r: 0, g: 0, b: 1 }],
    ["Color3uint8", "Color3uint8", "4278255360", { type: "Color3", r: 0, g: 1, b: 0 }],
    [
      "ColorSequence",
      "ColorSequence",
      "0 1 0 0 0 1 0 0 1 0 ",
      {
        type: "ColorSequence",
        keypoints: [
          { time: 0, r: 1, g: 0, b: 0 },
          { time: 1, r: 0, g: 0, b: 1 },
        ],
      },
    ],
    ["Content", "Content", "<uri>rbxassetid://1</uri>", { type: "Content", sourceType: "Uri", uri: "rbxassetid://1" }],
    ["Content", "Content", "<url>rbxassetid://1</url>", { type: "Content", sourceType: "Uri", uri: "rbxassetid://1" }],
    ["Content", "ContentId", "<null></null>", { type: "Content", sourceType: "None" }],
    ["ContentId", "ContentId", "<url>rbxassetid://1</url>", "rbxassetid://1"],
    ["ContentId", "Content", "<null/>", ""],
    ["Enum", "token", "512", { type: "EnumItem", enum: "Material", name: "Wood", value: 512 }],
    ["Faces", "Faces", "<faces>33</faces>", { type: "Faces", members: ["Right", "Front"] }],
    ["Float32", "float", "0.1", Math.fround(0.1)],
    ["Float32", "float", "INF", { type: "number", value: "inf" }],
    ["Float32", "float", "1e39", { type: "number", value: "inf" }],
    ["Float64", "double", "-INF", { type: "number", value: "-inf" }],
    ["Float64", "double", "NAN", { type: "number", value: "nan" }],
    ["Float64", "double", "-0", { type: "number", value: "-0" }],
    ["Float64", "double", "0.1", 0.1],
    ["Float64", "float", "0.1", Math.fround(0.1)],
    ["Font", "Font", font("700", "Italic"), { type: "Font", family: "a.json", weight: "Bold", style: "Italic" }],
    [
      "Font",
      "Font",
      `${font("400", "Normal")}<CachedFaceId><null/></CachedFaceId>`,
      { type: "Font", family: "a.json", weight: "Regular", style: "Normal" },
    ],
    ["Int32", "int", "-2147483648", -2147483648],
    ["Int64", "int64", "9007199254740991", 9007199254740991],
    ["Int64", "int64", "9223372036854775807", { type: "Int64", digits: "9223372036854775807" }],
    ["Int64", "int", "7", 7],
    ["NumberRange", "NumberRange", "-1.5 2 ", { type: "NumberRange", min: -1.5, max: 2 }],
    [
      "NumberRange",
      "NumberRange",
      "-inf inf ",
      { type: "NumberRange", min: { type: "number", value: "-inf" }, max: { type: "number", value: "inf" } },
    ],
    [
      "NumberSequence",
      "NumberSequence",
      "0 1 0.5 1 0 0 ",
      {
        type: "NumberSequence",
        keypoints: [
          { time: 0, value: 1, envelope: 0.5 },
          { time: 1, value: 0, envelope: 0 },
        ],
      },
    ],
    [
      "OptionalCFrame",
      "OptionalCoordinateFrame",
      `<CFrame>${cframe}</CFrame>`,
      { type: "CFrame", components: numbers },
    ],
    ["OptionalCFrame", "OptionalCoordinateFrame", "\n", null],
    [
      "PhysicalProperties",
      "PhysicalProperties",
      physical("<AcousticAbsorption>4</AcousticAbsorption>"),
      {
        type: "PhysicalProperties",
        density: 1,
        friction: 0.5,
        elasticity: 0,
        frictionWeight: 2,
        elasticityWeight: 3,
        acousticAbsorption: 4,
      },
    ],
    ["PhysicalProperties", "PhysicalProperties", physical(""), expect.objectContaining({ acousticAbsorption: 1 })],
    ["PhysicalProperties", "PhysicalProperties", "<CustomPhysics>false</CustomPhysics>", null],
    [
      "Ray",
      "Ray",
      `<origin>${vector(1, 2, 3)}</origin><direction>${vector(0, 1, 0)}</direction>`,
      { type: "Ray", origin: { x: 1, y: 2, z: 3 }, direction: { x: 0, y: 1, z: 0 } },
    ],
    [
      "Rect",
      "Rect2D",
      `<min>${vector(1, 2)}</min><max>${vector(3, 4)}</max>`,
      { type: "Rect", minX: 1, minY: 2, maxX: 3, maxY: 4 },
    ],
    ["Ref", "Ref", "0", { type: "Ref", referent: "0" }],
    ["Ref", "Ref", "null", { type: "Ref", referent: null }],
    [
      "SecurityCapabilities",
      "SecurityCapabilities",
      "18446744073709551615",
      { type: "SecurityCapabilities", bits: "18446744073709551615" },
    ],
    ["String", "string", "a &lt; b\n  c", "a < b\n  c"],
    ["String", "string", "", ""],
    ["String", "ProtectedString", "<![CDATA[ a]]]]><![CDATA[> b\n]]>", " a]]> b\n"],
    ["UDim", "UDim", "<S>0.5</S><O>-3</O>", { type: "UDim", scale: 0.5, offset: -3 }],
    [
      "UDim2",
      "UDim2",
      "<XS>1</XS><XO>2</XO><YS>3</YS><YO>4</YO>",
      { type: "UDim2", xScale: 1, xOffset: 2, yScale: 3, yOffset: 4 },
    ],
    [
      "UniqueId",
      "UniqueId",
      "0123456789ABCDEF0123456789abcdef",
      { type: "UniqueId", id: "0123456789abcdef0123456789abcdef" },
    ],
    ["Vector2", "Vector2", vector(1, 2), { type: "Vector2", x: 1, y: 2 }],
    ["Vector2int16", "Vector2int16", vector(-32768, 2), { type: "Vector2int16", x: -32768, y: 2 }],
    ["Vector3", "Vector3", vector(1, 2, 3), { type: "Vector3", x: 1, y: 2, z: 3 }],
    ["Vector3int16", "Vector3int16", vector(1, 2, 3), { type: "Vector3int16", x: 1, y: 2, z: 3 }],
  ])("of %s is read from <%s>%s", (type, element, content, value) => {
    expect(readValue(type, element, content)).toEqual(value);
  });

  it.each(["SharedString", "NetAssetRef"])("of %s is read from the shared strings of the file", (type) => {
    const shared = '<SharedStrings><SharedString md5="k&amp;">AAEC</SharedString></SharedStrings>';
    expect(readValue(type, type, "k&amp;", shared)).toEqual({ type, bytes: "AAEC" });
  });

  it("of the terrain's colours is read from its bytes", () => {
    const colors = Buffer.alloc(69);
    colors.set([10, 20, 30], 6);
    colors.set([1, 2, 3], 66);
    expect(readValue("MaterialColors", "BinaryString", colors.toString("base64"))).toMatchObject({
      type: "MaterialColors",
      colors: { Grass: [10, 20, 30], Slate: [0, 0, 0], Pavement: [1, 2, 3] },
    });
  });

  it.each<[type: string, element: string, content: string]>([
    ["Axes", "Axes", "<axes>8</axes>"],
    ["BinaryString", "BinaryString", "AAH"],
    ["BinaryString", "string", "AAH/"],
    ["Bool", "bool", "1"],
    ["BrickColor", "int", "-1"],
    ["CFrame", "CoordinateFrame", cframe.replace("<R22>1</R22>", "")],
    ["Color3", "Color3", ""],
    ["Color3", "Color3", "<R>1</R><G>0.5</G>"],
    ["Color3uint8", "Color3uint8", "4294967296"],
    ["ColorSequence", "ColorSequence", "0 1 0 0 0 "],
    ["Content", "Content", ""],
    ["Content", "Content", "<uri>a</uri><null/>"],
    ["Content", "Content", "<Ref>0</Ref>"],
    ["Enum", "token", "513"],
    ["Enum", "token", "Wood"],
    ["Faces", "Faces", "<faces>64</faces>"],
    ["Float32", "float", ""],
    ["Float32", "float", "0x10"],
    ["Float32", "double", "1"],
    ["Font", "Font", font("450", "Normal")],
    ["Font", "Font", font("400", "Oblique")],
    ["Font", "Font", ""],
    ["Int32", "int", "2147483648"],
    ["Int32", "int", "1.5"],
    ["Int32", "int64", "1"],
    ["Int64", "int64", "9223372036854775808"],
    ["MaterialColors", "BinaryString", "AAEC"],
    ["NumberRange", "NumberRange", "1 "],
    ["NumberRange", "NumberRange", "1 2 3 4 "],
    ["NumberSequence", "NumberSequence", "0 1 0 "],
    ["NumberSequence", "NumberSequence", "0 1 0 1 0"],
    ["PhysicalProperties", "PhysicalProperties", "<CustomPhysics>true</CustomPhysics>"],
    ["Region3int16", "Region3int16", ""],
    ["Ref", "Ref", "1"],
    ["SecurityCapabilities", "SecurityCapabilities", "-1"],
    ["SharedString", "SharedString", "k"],
    ["String", "string", "<b>x</b>"],
    ["UDim", "UDim", "<S>0.5</S><O>1.5</O>"],
    ["UniqueId", "UniqueId", "0123"],
    ["Vector2int16", "Vector2int16", vector(32768, 0)],
    ["Vector3", "Vector3", `${vector(1, 2, 3)}<Z>4</Z>`],
    ["Vector3", "Vector3", `${vector(1, 2, 3)} rest`],
    ["Vector3", "Vector3", `${vector(1, 2, 3)}<W>4</W>`],
  ])("of %s is refused in <%s>%s", (type, element, content) => {
    expect(() => readValue(type, element, content)).toThrow(expect.objectContaining({ code: "PLACE_INVALID" }));
  });

  it("of tags is a list", () => {
    const tags = (text: string) => readSample(`<BinaryString name="Tags">${bytes(text)}</BinaryString>`).tags;
    expect(tags("a\0\0b c\0")).toEqual(["a", "b c"]);
    expect(tags("")).toEqual([]);
    expect(() => tags("\xff")).toThrow(expect.objectContaining({ code: "PLACE_INVALID" }));
  });
});
