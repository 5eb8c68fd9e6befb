import { describe, expect, it } from "vitest";
import { enumItemsModule } from "../../../../src/studio/luau/values/enum-items-module.ts";

describe("enumItemsModule", () => {
  it("writes one string for each enum, items in order of their value", () => {
    const source = enumItemsModule({ Axis: { Z: 2, X: 0, Y: 1 }, Empty: {} });
    expect(source).toBe('return {\n\tAxis = "X=0,Y=1,Z=2",\n\tEmpty = "",\n}\n');
  });

  it("refuses a name that could end the string, and a value that is no integer", () => {
    expect(() => enumItemsModule({ Axis: { 'X",}': 0 } })).toThrow(TypeError);
    expect(() => enumItemsModule({ "a b": {} })).toThrow(TypeError);
    expect(() => enumItemsModule({ Axis: { X: 0.5 } })).toThrow(TypeError);
  });
});
