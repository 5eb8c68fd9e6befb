import { chmod, lstat, mkdir, readlink, rename, rm, stat, symlink } from "node:fs/promises";
import { hashBytes } from "pi-extension-core/fs";
import { createFakeClock } from "testkit";
import { describe, expect, it } from "vitest";
import type { AcknowledgeRequest } from "../../../src/project/acknowledge.ts";
import type { Session } from "../../../src/session/session.ts";
import { check, createTrackedProject } from "../../fixtures/tracked-project.ts";

const isWindows = process.platform === "win32";

const acknowledge = (session: Session, files: readonly string[], more: Partial<AcknowledgeRequest> = {}) =>
  session.acknowledge({ files, expected: [], reason: "reviewed", ...more });

describe("acknowledge", () => {
  it("records fingerprint, status, time and reason, and nothing else in the file", async () => {
    const clock = createFakeClock(Date.UTC(2026, 4, 1));
    await using project = await createTrackedProject(
      { "a.md": "a", "b.md": "b" },
      { clock, fields: { "a.md": { status: "stale", ours: [1, { x: null }] } } },
    );
    const before = await project.workspace.read("SYNC.json");
    await project.workspace.write("a.md", "A");
    const outcome = await acknowledge(project.session, ["a.md"]);
    expect(outcome.acknowledged).toEqual([
      { path: "a.md", fingerprint: hashBytes("A"), previousFingerprint: hashBytes("a") },
    ]);
    expect(await project.entry("a.md")).toEqual({
      path: "a.md",
      fingerprint: hashBytes("A"),
      status: "current",
      ours: [1, { x: null }],
      acknowledgement: { at: "2026-05-01T00:00:00.000Z", reason: "reviewed" },
    });
    expect(outcome.summary).toMatchObject({ tracked: 2, inOrder: 2 });
    const after = await project.workspace.read("SYNC.json");
    expect(after.endsWith("\n")).toBe(true);
    expect(after.indexOf('"b.md"')).toBeGreaterThan(before.indexOf('"b.md"'));
  });

  it("keeps byte order mark, CRLF, tabs, the order of fields and unknown ones", async () => {
    await using project = await createTrackedProject({ "a.md": "a" });
    const head = ["\uFEFF{", '\t"comment": "ours",', '\t"artifacts": [', ""].join("\r\n");
    const artifact = '\t\t{ "status": "stale", "path": "./a.md", "acknowledgement": { "by": "me", "reason": "old" } }';
    const tail = [",", '\t\t{"path":"PROJECT.md",   "x": [1,2]}', "\t],", '\t"version": 2', "}"].join("\r\n");
    await project.workspace.write("SYNC.json", `${head}${artifact}${tail}`);
    await acknowledge(project.session, ["a.md"]);
    const after = await project.workspace.read("SYNC.json");
    expect([after.startsWith(head), after.endsWith(tail), /[^\r]\n/.test(after)]).toEqual([true, true, false]);
    const { artifacts } = JSON.parse(after.slice(1)) as { artifacts: Record<string, unknown>[] };
    expect(Object.keys(artifacts[0] ?? {})).toEqual(["status", "path", "acknowledgement", "fingerprint"]);
    expect(artifacts[0]?.["acknowledgement"]).toMatchObject({ by: "me", reason: "reviewed" });
  });

  it("marks direct dependants for review when the bytes are new, and only then", async () => {
    await using project = await createTrackedProject(
      { "a.md": "a", "b.md": "b", "c.md": "c", "d.md": "d" },
      {
        fields: {
          "b.md": { dependsOn: "a.md" },
          "c.md": { dependsOn: "b.md" },
          "d.md": { dependsOn: "a.md", status: "conflicted" },
        },
      },
    );
    expect((await acknowledge(project.session, ["a.md"])).marked).toEqual([]);
    await project.workspace.write("a.md", "A");
    expect((await acknowledge(project.session, ["a.md"])).marked).toEqual([{ path: "b.md", because: ["a.md"] }]);
    const statuses = (await project.manifest()).artifacts.map(({ status }) => status);
    expect(statuses).toEqual(["current", "needs-review", "current", "conflicted"]);
    expect((await check(project.session)).affected.map(({ chain }) => chain)).toEqual([["c.md", "b.md"]]);

    // Reviewed without a change: it stops here. With one, it goes on.
    expect((await acknowledge(project.session, ["b.md"])).marked).toEqual([]);
    await project.workspace.write("b.md", "B");
    expect((await acknowledge(project.session, ["b.md"])).marked).toEqual([{ path: "c.md", because: ["b.md"] }]);
  });

  it("does not mark a dependant that is acknowledged together with its source", async () => {
    await using project = await createTrackedProject(
      { "a.md": "a", "b.md": "b" },
      { fields: { "b.md": { dependsOn: "a.md" } } },
    );
    await project.workspace.write("a.md", "A");
    expect(await acknowledge(project.session, ["b.md", "a.md"])).toMatchObject({ marked: [], warnings: [] });
  });

  it("warns when a dependant is acknowledged while its source is changed", async () => {
    await using project = await createTrackedProject(
      { "a.md": "a", "b.md": "b", "c.md": "c" },
      { fields: { "b.md": { dependsOn: "a.md" }, "c.md": { dependsOn: "b.md" } } },
    );
    await project.workspace.write("a.md", "A");
    const { warnings } = await acknowledge(project.session, ["b.md", "c.md"]);
    expect(warnings).toEqual([
      { path: "b.md", source: "a.md", distance: 1 },
      { path: "c.md", source: "a.md", distance: 2 },
    ]);
  });

  it("says which acknowledged files differ from what the last check showed", async () => {
    await using project = await createTrackedProject({ "a.md": "a", "b.md": "b" });
    await project.workspace.write("a.md", "A");
    await project.workspace.write("b.md", "B");
    await check(project.session);
    await project.workspace.write("a.md", "AA");
    expect((await acknowledge(project.session, ["a.md", "b.md"])).changedSinceCheck).toEqual(["a.md"]);
  });

  it("accepts the fingerprints that check showed, whole or short, and refuses others with nothing written", async () => {
    await using project = await createTrackedProject({ "a.md": "a", "b.md": "b" });
    const before = await project.workspace.read("SYNC.json");
    const hex = (text: string) => hashBytes(text).slice("sha256:".length);
    const stale = acknowledge(project.session, ["a.md", "b.md"], { expected: [hex("a"), hex("seen")] });
    await expect(stale).rejects.toMatchObject({
      code: "STALE_PRECONDITION",
      data: { path: "b.md", expected: hashBytes("seen"), actual: hashBytes("b") },
    });
    expect(await project.workspace.read("SYNC.json")).toBe(before);
    const fresh = acknowledge(project.session, ["a.md", "b.md"], { expected: [hex("a"), hex("b").slice(0, 12)] });
    expect((await fresh).acknowledged).toHaveLength(2);
  });

  it("accepts a file that is named twice, and refuses it when one of the fingerprints is another", async () => {
    await using project = await createTrackedProject({ "a.md": "a" });
    const [seen, other] = [hashBytes("a"), hashBytes("b")].map((each) => each.slice("sha256:".length));
    const twice = ["a.md", "./a.md"];
    const refused = acknowledge(project.session, twice, { expected: [seen!, other!] });
    await expect(refused).rejects.toMatchObject({ code: "STALE_PRECONDITION" });
    const { acknowledged } = await acknowledge(project.session, twice, { expected: [seen!, seen!] });
    expect(acknowledged).toHaveLength(1);
  });

  it.each([
    ["a file that is not tracked", ["a.md", "new.md"], "ARTIFACT_UNTRACKED"],
    ["a path outside the project", ["../a.md"], "ARTIFACT_UNTRACKED"],
    ["a missing file", ["a.md", "gone.md"], "ARTIFACT_UNAVAILABLE"],
    ["a folder", ["folder"], "ARTIFACT_UNAVAILABLE"],
  ])("refuses %s with nothing written", async (_what, files, code) => {
    await using project = await createTrackedProject(
      { "a.md": "a", "gone.md": "g" },
      { artifacts: [{ path: "folder" }] },
    );
    await project.workspace.write("new.md", "n");
    await mkdir(project.workspace.path("folder"));
    await rm(project.workspace.path("gone.md"));
    const before = await project.workspace.snapshot();
    await expect(acknowledge(project.session, files)).rejects.toMatchObject({ code });
    expect(await project.workspace.diff(before)).toEqual({ added: [], removed: [], changed: [] });
  });

  it.skipIf(isWindows)("keeps the mode of SYNC.json", async () => {
    await using project = await createTrackedProject({ "a.md": "a" });
    await chmod(project.workspace.path("SYNC.json"), 0o644);
    await acknowledge(project.session, ["a.md"]);
    expect((await stat(project.workspace.path("SYNC.json"))).mode & 0o777).toBe(0o644);
  });

  it("writes through a SYNC.json that is a symbolic link, which stays one", async () => {
    await using project = await createTrackedProject({ "a.md": "a" });
    await mkdir(project.workspace.path("shared"));
    await rename(project.workspace.path("SYNC.json"), project.workspace.path("shared/state.json"));
    await symlink("shared/state.json", project.workspace.path("SYNC.json"));
    await acknowledge(project.session, ["a.md"]);
    expect((await lstat(project.workspace.path("SYNC.json"))).isSymbolicLink()).toBe(true);
    expect(await readlink(project.workspace.path("SYNC.json"))).toBe("shared/state.json");
    expect(await project.entry("a.md")).toMatchObject({ acknowledgement: { reason: "reviewed" } });
  });

  it("refuses to work through a .pi that is a symbolic link", async () => {
    await using project = await createTrackedProject({ "a.md": "a" });
    await mkdir(project.workspace.path("elsewhere"));
    await symlink("elsewhere", project.workspace.path(".pi"));
    await expect(acknowledge(project.session, ["a.md"])).rejects.toMatchObject({ code: "SYMLINK_REFUSED" });
  });

  it("writes nothing outside the workspace when SYNC.json is a link that leads there", async () => {
    await using project = await createTrackedProject({ "repo/.git/HEAD": "", "repo/a.md": "a" });
    await project.workspace.write("SYNC.json", '{"version": 2, "artifacts": [{"path": "a.md"}]}');
    await symlink("../SYNC.json", project.workspace.path("repo/SYNC.json"));
    const before = await project.workspace.snapshot();
    const session = project.openSession({ cwd: project.workspace.path("repo") });
    await expect(acknowledge(session, ["a.md"])).rejects.toMatchObject({ code: "PATH_OUTSIDE_ROOT" });
    expect(await project.workspace.diff(before)).toEqual({ added: [], changed: [], removed: [] });
  });

  it("says that its folder cannot be made, as in a read-only project, instead of an internal error", async () => {
    await using project = await createTrackedProject({ "a.md": "a", ".pi/pi-sych": "in the way" });
    await expect(acknowledge(project.session, ["a.md"])).rejects.toMatchObject({ code: "WRITE_FAILED" });
  });

  it("leaves no file behind but SYNC.json", async () => {
    await using project = await createTrackedProject({ "a.md": "a" });
    const before = await project.workspace.snapshot();
    await acknowledge(project.session, ["a.md"]);
    const { added, changed, removed } = await project.workspace.diff(before);
    const files = added.filter((path) => !path.startsWith("agent/") && !/^\.pi(\/pi-sych)?\/?$/.test(path));
    expect([...files, ...changed, ...removed]).toEqual(["SYNC.json"]);
  });

  it("says that there is no SYNC.json", async () => {
    await using project = await createTrackedProject({ "a.md": "a" });
    await rm(project.workspace.path("SYNC.json"));
    await expect(acknowledge(project.session, ["a.md"])).rejects.toMatchObject({ code: "MANIFEST_MISSING" });
  });
});
