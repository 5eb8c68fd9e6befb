import { truncate } from "node:fs/promises";
import { readJsonFile } from "pi-extension-core/json";
import { createWorkspace, type Workspace } from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let workspace: Workspace;

beforeEach(async () => {
  workspace = await createWorkspace();
});
afterEach(() => workspace.cleanup());

const read = async (content: string | Uint8Array, options = {}) => {
  await workspace.write("f.json", content);
  return readJsonFile(workspace.path("f.json"), options);
};

describe("reading a JSON file", () => {
  it("accepts a byte order mark and CRLF, and keeps both in the text", async () => {
    const text = '\uFEFF{\r\n"a": 1\r\n}';
    expect(await read(text)).toMatchObject({ value: { a: 1 }, text });
  });

  it("does not read a file that is too large", async () => {
    await expect(read(Buffer.alloc(2000, " "), { maxBytes: 1000 })).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
    await workspace.write("big.json", "");
    await truncate(workspace.path("big.json"), 50_000_000);
    await expect(readJsonFile(workspace.path("big.json"))).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  });

  it("refuses bytes that are no UTF-8", async () => {
    await expect(read(Uint8Array.of(0x22, 0xff, 0x22))).rejects.toMatchObject({ code: "JSON_INVALID" });
  });

  it("names the file as the caller calls it", async () => {
    await expect(read("{", { source: ".pi/x.json" })).rejects.toMatchObject({
      data: { source: ".pi/x.json", line: 1, column: 2 },
    });
  });
});
