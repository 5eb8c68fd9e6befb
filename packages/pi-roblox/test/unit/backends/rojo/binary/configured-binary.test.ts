import { describe, expect, it } from "vitest";
import { planBinary } from "../../../../../src/backends/rojo/binary/configured-binary.ts";

describe("a configured binary", () => {
  it("without folders is looked up on PATH", () => {
    expect(planBinary("rojo-7", "/w", "linux")).toEqual({ kind: "look-up", name: "rojo-7" });
    expect(planBinary("rojo", "C:\\w", "win32")).toEqual({ kind: "look-up", name: "rojo" });
  });

  it("with folders is a path from the workspace", () => {
    expect(planBinary("./tools/rojo", "/w", "linux")).toEqual({ kind: "paths", candidates: ["/w/tools/rojo"] });
    expect(planBinary("/opt/rojo", "/w", "darwin")).toEqual({ kind: "paths", candidates: ["/opt/rojo"] });
  });

  it("may leave out the ending of a program on Windows", () => {
    expect(planBinary("tools/rojo", "C:\\w", "win32")).toEqual({
      kind: "paths",
      candidates: ["C:\\w\\tools\\rojo", "C:\\w\\tools\\rojo.exe", "C:\\w\\tools\\rojo.cmd", "C:\\w\\tools\\rojo.bat"],
    });
  });
});
