import { describe, expect, it } from "vitest";
import { readPlace } from "../../../../src/studio/place/read-place.ts";
import type { UnknownProperty } from "../../../../src/studio/place/read-properties.ts";
import { placeText, readSample, sampleText } from "../../../fixtures/studio/place/place-text.ts";
import { sampleReflection } from "../../../fixtures/studio/place/sample-reflection.ts";

const read = (text: string) => readPlace(text, sampleReflection);
const refused: unknown = expect.objectContaining({ code: "PLACE_INVALID" });
const item = (referent: string, content = "") => `<Item class="Sample" referent="${referent}">${content}</Item>`;
const nested = (depth: number) => `${'<Item class="Sample">'.repeat(depth)}${"</Item>".repeat(depth)}`;

describe("readPlace", () => {
  it("reads instances with their children, in order", () => {
    const name = (text: string) => `<Properties><string name="Name">${text}</string></Properties>`;
    const { roots } = read(
      placeText(`<Meta name="x">true</Meta><External>null</External>
        ${item("a", `${name("Top")}${item("b", name("x.y"))}${item("c")}`)}
        ${item("d", name(""))}`),
    );
    expect(roots).toMatchObject([
      {
        className: "Sample",
        name: "Top",
        referent: "a",
        children: [
          { name: "x.y", referent: "b" },
          { name: "Sample", referent: "c" },
        ],
      },
      { name: "", referent: "d", children: [] },
    ]);
    expect(roots[1]).toEqual({
      className: "Sample",
      name: "",
      referent: "d",
      properties: {},
      attributes: {},
      tags: [],
      children: [],
    });
  });

  it("gives a property the name that scripts use", () => {
    const { properties } = readSample(
      '<bool name="archivable">false</bool><Vector3 name="Alias"><X>1</X><Y>2</Y><Z>3</Z></Vector3>',
    );
    expect(properties).toEqual({ Archivable: false, TheVector3: { type: "Vector3", x: 1, y: 2, z: 3 } });
  });

  it("keeps the last value of a property that the file sets twice, under whatever name", () => {
    const { properties } = readSample('<bool name="Archivable">true</bool><bool name="archivable">false</bool>');
    expect(properties).toEqual({ Archivable: false });
  });

  it("keeps an older form of a property only where the file lacks the newer one", () => {
    const older = '<int name="Old">21</int>';
    const newer = '<Color3 name="TheColor3">255</Color3>';
    expect(readSample(older).properties).toEqual({ Old: { type: "BrickColor", number: 21 } });
    expect(Object.keys(readSample(older + newer).properties)).toEqual(["TheColor3"]);
    expect(Object.keys(readSample(newer + older).properties)).toEqual(["TheColor3"]);
  });

  it("keeps what a file does not normally hold when scripts can write it", () => {
    expect(readSample('<float name="Derived">1</float>').properties).toEqual({ Derived: 1 });
    expect(() => readSample('<float name="Fixed">1</float>')).toThrow(refused);
  });

  it("sets attributes apart, and keeps other tables of that form as properties", () => {
    // One attribute "n" of type 3, true.
    const bytes = Buffer.from([1, 0, 0, 0, 1, 0, 0, 0, 0x6e, 3, 1]).toString("base64");
    const blob = (name: string) => `<BinaryString name="${name}">${bytes}</BinaryString>`;
    expect(readSample(blob("AttributesSerialize"))).toMatchObject({ properties: {}, attributes: { n: true } });
    expect(readSample(blob("Styles"))).toMatchObject({
      properties: { Styles: { type: "Attributes", values: { n: true } } },
      attributes: {},
    });
  });

  it("takes names as data, whatever they are", () => {
    const { name, properties } = readSample(
      '<string name="Name">__proto__</string><string name="TheString">constructor</string>',
    );
    expect(name).toBe("__proto__");
    expect(properties).toEqual({ TheString: "constructor" });
  });

  it("reports a property that is not known where the caller asks for it", () => {
    const unknown: UnknownProperty[] = [];
    const { roots } = readPlace(
      sampleText('<bool name="Nope">1</bool><bool name="TheBool">true</bool>'),
      sampleReflection,
      {
        onUnknownProperty: (property) => unknown.push(property),
      },
    );
    expect(unknown).toEqual([{ className: "Sample", name: "Nope", line: 1 }]);
    expect(roots[0]?.properties).toEqual({ TheBool: true });
  });

  it.each([
    ["another root", '<other version="4"></other>'],
    ["another version", '<roblox version="5"></roblox>'],
    ["no version", "<roblox></roblox>"],
    ["an element that is not known", placeText("<Thing/>")],
    ["text between the instances", placeText("text")],
    ["text between the properties", placeText('<Item class="Sample"><Properties>text</Properties></Item>')],
    ["an instance without a class", placeText('<Item referent="1"/>')],
    ["a class that is not known", placeText('<Item class="Nope"/>')],
    ["a property without a name", sampleText("<bool>true</bool>")],
    ["a property that is not known", sampleText('<bool name="TheBoll">true</bool>')],
    ["a property by an inherited name of JavaScript", sampleText('<bool name="constructor">true</bool>')],
    ["an element by an inherited name of JavaScript", sampleText('<constructor name="TheBool">true</constructor>')],
    ["two instances with one referent", placeText(item("1") + item("1"))],
    ["a reference to nothing", sampleText('<Ref name="TheRef">7</Ref>')],
    ["a shared string without a key", placeText("<SharedStrings><SharedString/></SharedStrings>")],
    ["something else among the shared strings", placeText("<SharedStrings><Item/></SharedStrings>")],
    ["text that is not XML", "<roblox"],
    ["a binary file", "<roblox!\x89\xff\r\n\x1a\n"],
    ["an empty file", ""],
    ["an element that is not closed", '<roblox version="4"><Item class="Sample">'],
    ["an entity that is not known", sampleText('<string name="TheString">&nope;</string>')],
    ["a document type", `<!DOCTYPE x [<!ENTITY a "aaaa">]>${placeText("")}`],
    ["two roots", placeText("") + placeText("")],
  ])("refuses %s", (_, text) => {
    expect(() => read(text)).toThrow(refused);
  });

  it("names the line and what may have been meant", () => {
    expect(() => read(placeText('\n\n<Item class="Sampel"/>'))).toThrow(/line 3.*Sample/);
    expect(() => read(sampleText('\n<bool name="TheBoll">true</bool>'))).toThrow(/line 2.*TheBool/);
  });

  it.each([
    ["long", { maxLength: 10 }],
    ["large", { maxElements: 3 }],
    ["deep", { maxDepth: 4 }],
  ])("refuses a file that is too %s", (_, limit) => {
    const text = placeText(nested(4));
    const limits = { maxLength: 1000, maxElements: 1000, maxDepth: 1000, ...limit };
    expect(() => readPlace(text, sampleReflection, { limits })).toThrow(refused);
  });

  it("refuses a file that is nested beyond what any place is, without running out of stack", () => {
    expect(() => read(placeText(nested(100_000)))).toThrow(refused);
    expect(read(placeText(nested(500))).roots).toHaveLength(1);
  });
});
