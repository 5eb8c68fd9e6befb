import { describe, expect, it } from "vitest";
import { rojoEnvironment } from "../../../../../src/backends/rojo/binary/rojo-environment.ts";
import { boundedText } from "../../../../../src/backends/rojo/binary/rojo-output.ts";

describe("text of a program", () => {
  it("loses colours, carriage returns and blank ends", () => {
    expect(boundedText("\u001B[31m[ERROR]\u001B[0m bad\r\nmore\r\n\n")).toBe("[ERROR] bad\nmore");
  });

  it("keeps its end when it is long", () => {
    expect(boundedText(`${"x".repeat(100)}END`, 5)).toBe("[...]\nxxEND");
  });
});

describe("the environment of rojo", () => {
  it("leads shims to their folders, and holds no switches of Rojo and no secrets", () => {
    const source = {
      PATH: "/usr/bin:/w/bin:.",
      ROKIT_ROOT: "/r",
      RUST_LOG: "trace",
      RUST_BACKTRACE: "1",
      ROBLOSECURITY: "canary",
    };
    expect(rojoEnvironment(source, "linux", "/w")).toEqual({ PATH: "/usr/bin", ROKIT_ROOT: "/r", NO_COLOR: "1" });
  });
});
