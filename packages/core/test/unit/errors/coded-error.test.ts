import { CodedError, coreError, describeFailure, formatFailure, hasCode, isCodedError } from "pi-extension-core/errors";
import { describe, expect, it } from "vitest";

// A query makes the loader evaluate the file a second time, as Pi does for each extension.
const COPY: string = "../../../src/errors/coded-error.ts?copy";

describe("coded errors", () => {
  it("are recognised across two copies of the module", async () => {
    const copy = (await import(COPY)) as typeof import("../../../src/errors/coded-error.ts");
    const foreign = new copy.CodedError("NOT_FOUND", "x");
    expect(foreign instanceof CodedError).toBe(false);
    expect(isCodedError(foreign)).toBe(true);
    expect(hasCode(foreign, "NOT_FOUND")).toBe(true);
  });

  it("refuse a code that no table declares", () => {
    expect(() => coreError("NOT_DECLARED" as never, "x")).toThrow(TypeError);
  });

  it("format as code and message, then the next step", () => {
    const error = coreError("LOCKED", "SYNC.json is locked by process 12", { hint: "Wait for it to end." });
    expect(formatFailure(describeFailure(error))).toBe(
      "LOCKED: SYNC.json is locked by process 12\nNext: Wait for it to end.",
    );
  });

  it.each([["text"], [new Error("text")]])("report a foreign value %j as INTERNAL with its message", (thrown) => {
    expect(describeFailure(thrown)).toEqual({ code: "INTERNAL", message: "text", hint: undefined, data: {} });
  });
});
