import { createWorkspace, type Workspace } from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { noticesFor } from "../../../build/notices.mjs";

let workspace: Workspace;
beforeEach(async () => {
  workspace = await createWorkspace();
});
afterEach(() => workspace.cleanup());

const manifest = (name: string, rest: object = {}) => JSON.stringify({ name, version: "1.2.3", ...rest });

/** @param inputs paths relative to the package folder, as the bundler writes them */
async function noticesOf(...inputs: string[]) {
  const metafile = { inputs: Object.fromEntries(inputs.map((input) => [input, { bytes: 1 }])) };
  await workspace.write("pkg/dist/metafile-esm.json", JSON.stringify(metafile));
  return noticesFor(workspace.path("pkg"), workspace.path("pkg/dist/metafile-esm.json"));
}

describe("noticesFor", () => {
  it("holds the licence text of each bundled package once, sorted", async () => {
    await workspace.write("node_modules/zeta/package.json", manifest("zeta"));
    await workspace.write("node_modules/zeta/LICENSE", "Zeta's terms");
    await workspace.write("node_modules/@scope/alpha/package.json", manifest("@scope/alpha"));
    await workspace.write("node_modules/@scope/alpha/licence.md", "Alpha's terms");
    const text = await noticesOf(
      "../node_modules/zeta/a.js",
      "../node_modules/zeta/lib/b.js",
      "../node_modules/@scope/alpha/index.js",
      "src/index.ts",
    );
    expect(text.match(/^## .*$/gm)).toEqual(["## @scope/alpha 1.2.3", "## zeta 1.2.3"]);
    for (const terms of ["Zeta's terms", "Alpha's terms"]) expect(text).toContain(terms);
  });

  it("takes the package's own manifest, not that of a folder in it which marks the module type", async () => {
    await workspace.write("node_modules/zeta/package.json", manifest("zeta", { license: "MIT" }));
    await workspace.write("node_modules/zeta/esm/package.json", '{"type": "module"}');
    expect(await noticesOf("../node_modules/zeta/esm/index.js")).toContain("## zeta 1.2.3");
  });

  it("names the licence when the package brings no text of it", async () => {
    await workspace.write("node_modules/zeta/package.json", manifest("zeta", { license: "ISC" }));
    expect(await noticesOf("../node_modules/zeta/index.js")).toContain("ISC");
  });

  it("refuses a bundled package without a licence", async () => {
    await workspace.write("node_modules/zeta/package.json", manifest("zeta"));
    await expect(noticesOf("../node_modules/zeta/index.js")).rejects.toThrow("zeta 1.2.3");
  });

  it("holds the notice of data that lies in the package", async () => {
    await workspace.write("pkg/data/table/NOTICE.txt", "a-table 4.5\n\nThe table's terms\n");
    const text = await noticesOf("src/index.ts");
    expect(text).toContain("## a-table 4.5");
    expect(text).toContain("The table's terms");
  });

  it("says so when nothing is bundled", async () => {
    expect(await noticesOf("src/index.ts")).not.toMatch(/^## /m);
  });
});
