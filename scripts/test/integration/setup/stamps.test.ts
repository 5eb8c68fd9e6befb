import { rename, rm, utimes } from "node:fs/promises";
import { createWorkspace, type Workspace } from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clearStamp, contentDigest, isCurrent, listingDigest, writeStamp } from "../../../setup/stamps.mjs";

let workspace: Workspace;
beforeEach(async () => {
  workspace = await createWorkspace({ files: { "a.ts": "one", "b.ts": "two" } });
});
afterEach(() => workspace.cleanup());

const paths = () => ["a.ts", "b.ts"].map((name) => workspace.path(name));

describe("listingDigest", () => {
  it("stays the same while nothing changes", () => {
    expect(listingDigest(paths())).toBe(listingDigest(paths()));
  });

  it.each([
    ["a file is touched", () => utimes(workspace.path("a.ts"), 1, 1)],
    ["a file grows", () => workspace.write("a.ts", "longer")],
    ["a file is gone", () => rm(workspace.path("b.ts"))],
  ])("changes when %s", async (_, change) => {
    const before = listingDigest(paths());
    await change();
    expect(listingDigest(paths())).not.toBe(before);
  });

  it("changes when a file is renamed without a change of size and time", async () => {
    const before = listingDigest(paths());
    await rename(workspace.path("b.ts"), workspace.path("c.ts"));
    expect(listingDigest([workspace.path("a.ts"), workspace.path("c.ts")])).not.toBe(before);
  });
});

describe("contentDigest", () => {
  it("ignores times, sees content and absence", async () => {
    const before = contentDigest(paths());
    await utimes(workspace.path("a.ts"), 1, 1);
    expect(contentDigest(paths())).toBe(before);
    await workspace.write("a.ts", "eno");
    const changed = contentDigest(paths());
    expect(changed).not.toBe(before);
    await rm(workspace.path("b.ts"));
    expect(contentDigest(paths())).not.toBe(changed);
  });
});

describe("a stamp", () => {
  it("is current for what it was written for, and for nothing after it is cleared", () => {
    const folder = workspace.path("not/yet/there");
    expect(isCurrent(folder, "build", "x")).toBe(false);
    writeStamp(folder, "build", "x");
    expect(isCurrent(folder, "build", "x")).toBe(true);
    expect(isCurrent(folder, "build", "y")).toBe(false);
    clearStamp(folder, "build");
    expect(isCurrent(folder, "build", "x")).toBe(false);
  });
});
