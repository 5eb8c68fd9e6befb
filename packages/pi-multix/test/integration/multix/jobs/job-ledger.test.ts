import { readdir } from "node:fs/promises";
import { createFakeClock, createWorkspace, type Workspace } from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createJobLedger } from "../../../../src/multix/jobs/job-ledger.ts";

let workspace: Workspace;
beforeEach(async () => {
  workspace = await createWorkspace();
});
afterEach(() => workspace.cleanup());

const ledger = (project = "/games/a") => createJobLedger(workspace.root, project, createFakeClock());
const job = (id: string) => ({ provider: "byteplus", id, action: "i2v", output: "clip.mp4" });

describe("the job ledger", () => {
  it("keeps open jobs over a restart, for each project by itself", async () => {
    await ledger().record(job("t1"));
    expect(await ledger().open()).toMatchObject([{ id: "t1", output: "clip.mp4", state: "open" }]);
    expect(await ledger("/games/b").open()).toEqual([]);
    await ledger().close({ provider: "byteplus", id: "t1" }, "done");
    expect(await ledger().open()).toEqual([]);
  });

  it("loses none of many that are recorded at once", async () => {
    await Promise.all(Array.from({ length: 10 }, (_, index) => ledger().record(job(`t${index}`))));
    expect(await ledger().open()).toHaveLength(10);
  });

  it("puts a damaged file aside and goes on", async () => {
    await ledger().record(job("t1"));
    const folder = "pi-multix/jobs";
    const [name = ""] = (await readdir(workspace.path(folder))).filter((each) => each.endsWith(".json"));
    await workspace.write(`${folder}/${name}`, "{ damaged");
    expect(await ledger().open()).toEqual([]);
    await ledger().record(job("t2"));
    expect(await ledger().open()).toMatchObject([{ id: "t2" }]);
    const aside = (await readdir(workspace.path(folder))).find((each) => each.includes("damaged"));
    expect(await workspace.read(`${folder}/${aside}`)).toBe("{ damaged");
  });
});
