import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { type ApprovalRequest, createApprovals } from "pi-extension-core/approval";
import { createWorkspace, type Workspace } from "testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixtureArgs } from "../../fixtures/run-fixture.ts";

let workspace: Workspace;
let recordPath: string;

beforeEach(async () => {
  workspace = await createWorkspace({ files: { "project/": "", "agent/": "" }, awkwardPath: true });
  recordPath = workspace.path("agent/pi-extension-approvals.json");
});
afterEach(() => workspace.cleanup());

const session = () => createApprovals({ recordPath, flag: "--approve" });
const ui = { confirm: () => Promise.resolve(true) };
const request = (argument: string): ApprovalRequest => ({
  projectRoot: workspace.path("project"),
  purpose: "test",
  source: { file: workspace.path("project/x.json"), fingerprint: `sha256:${"0".repeat(64)}` },
  command: { executable: process.execPath, args: [argument], cwd: workspace.path("project") },
});
const agentFiles = async (): Promise<string[]> =>
  (await readdir(path.dirname(recordPath))).filter((name) => !name.endsWith(".staging")).sort();

describe("a damaged record", () => {
  it.each([
    ["is cut off", (text: string) => text.slice(0, -20)],
    ["is empty", () => ""],
    [
      "holds a forged entry beside a good one",
      (text: string) => text.replace('"approvals": [', '"approvals": [{"key":"x"},'),
    ],
    ["is larger than any record", () => "x".repeat(9 << 20)],
  ])("approves nothing, and is kept when a new answer is recorded: %s", async (_, damage) => {
    await session().ensureApproved(request("first"), { ui });
    const damaged = damage(await readFile(recordPath, "utf8"));
    await writeFile(recordPath, damaged);

    await expect(session().ensureApproved(request("first"), { ui: undefined })).rejects.toMatchObject({
      code: "APPROVAL_REQUIRED",
    });
    expect(await session().list()).toMatchObject({ entries: [], problem: expect.stringContaining(recordPath) });
    expect(await readFile(recordPath, "utf8")).toBe(damaged);

    expect(await session().ensureApproved(request("second"), { ui })).toMatchObject({ recordError: undefined });
    expect((await session().list()).entries).toHaveLength(1);
    expect(await readFile(`${recordPath}.damaged`, "utf8")).toBe(damaged);
  });

  it("never replaces an earlier damaged copy", async () => {
    for (const text of ["one", "two", "three"]) {
      await writeFile(recordPath, text);
      await session().ensureApproved(request(text), { ui });
    }
    const copies = (await agentFiles()).filter((name) => name.includes("damaged"));
    const texts = await Promise.all(copies.map((name) => readFile(path.join(path.dirname(recordPath), name), "utf8")));
    expect(texts.toSorted()).toEqual(["one", "three", "two"]);
  });

  it("of a later version is left as it is; the answer then holds for the session", async () => {
    const later = '{"version":2,"approvals":"in another form"}';
    await writeFile(recordPath, later);
    const approvals = session();
    const approval = await approvals.ensureApproved(request("a"), { ui });
    expect(approval).toMatchObject({ by: "user", recordError: { code: "STALE_PRECONDITION" } });
    expect(await approvals.ensureApproved(request("a"), { ui: undefined })).toMatchObject({ by: "session" });
    expect(await readFile(recordPath, "utf8")).toBe(later);
    expect(await agentFiles()).toEqual([path.basename(recordPath)]);
  });
});

it("keeps the answers that four processes record at the same time", async () => {
  const args = (name: string) =>
    fixtureArgs("approval/approve.ts", [workspace.path("project"), recordPath, "10", name]);
  await Promise.all(["a", "b", "c", "d"].map((name) => promisify(execFile)(process.execPath, args(name))));
  const { entries } = await session().list();
  expect(entries).toHaveLength(40);
  expect(new Set(entries.map(({ args }) => args?.join(" "))).size).toBe(40);
  expect(await agentFiles()).toEqual([path.basename(recordPath)]);
});
