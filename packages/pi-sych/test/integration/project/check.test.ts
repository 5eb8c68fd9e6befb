import { execFileSync } from "node:child_process";
import { mkdir, rename, rm, symlink } from "node:fs/promises";
import { hashBytes } from "pi-extension-core/fs";
import { describe, expect, it } from "vitest";
import { check, createTrackedProject } from "../../fixtures/tracked-project.ts";

const isWindows = process.platform === "win32";

describe("check", () => {
  it("finds nothing to say about a project that is in order", async () => {
    await using project = await createTrackedProject({ "a.md": "a", "d/b.md": "b" }, { awkwardPath: true });
    const report = await check(project.session);
    expect(report).toMatchObject({ artifacts: [], affected: [], cycles: [], notices: [], canonical: [], omitted: {} });
    expect(report.summary).toMatchObject({ tracked: 2, inOrder: 2, affected: 0 });
    expect(report.brief.problems).toEqual([]);
  });

  it("reports changed, missing, new and flagged artifacts and what depends on them", async () => {
    await using project = await createTrackedProject(
      { "world.md": "w", "outline.md": "o", "chapter.md": "c", "gone.md": "g", "aside.md": "a" },
      {
        fields: {
          "outline.md": { dependsOn: ["world.md"] },
          "chapter.md": { dependsOn: [{ path: "outline.md", reason: "plot" }] },
          "aside.md": { status: "conflicted" },
        },
        artifacts: [{ path: "notes.md" }],
      },
    );
    await project.workspace.write("world.md", "W");
    await project.workspace.write("notes.md", "n");
    await rm(project.workspace.path("gone.md"));
    const report = await check(project.session);
    expect(report.artifacts.map(({ path, state, status }) => [path, state, status])).toEqual([
      ["world.md", "changed", "current"],
      ["gone.md", "missing", "current"],
      ["aside.md", "unchanged", "conflicted"],
      ["notes.md", "new", "current"],
    ]);
    expect(report.artifacts[0]).toMatchObject({ fingerprint: hashBytes("W"), recordedFingerprint: hashBytes("w") });
    expect(report.affected.map(({ chain }) => chain)).toEqual([
      ["outline.md", "world.md"],
      ["chapter.md", "outline.md", "world.md"],
    ]);
    expect(report.summary).toEqual({
      tracked: 6,
      inOrder: 2,
      changed: 1,
      new: 1,
      missing: 1,
      unreadable: 0,
      needsReview: 0,
      stale: 0,
      conflicted: 1,
      recordedMissing: 0,
      affected: 2,
    });
  });

  it("reports on named artifacts only, found by project path, working directory, absolute path or with @", async () => {
    await using project = await createTrackedProject({ "d/a.md": "a", "d/b.md": "b", "c.md": "c" });
    await project.workspace.write("c.md", "C");
    const session = project.openSession({ cwd: project.workspace.path("d") });
    const names = ["@d/a.md", "b.md", project.workspace.path("c.md"), "unknown.md"];
    const report = await check(session, names);
    expect(report.artifacts.map(({ path, state }) => `${path} ${state}`)).toEqual([
      "d/a.md unchanged",
      "d/b.md unchanged",
      "c.md changed",
    ]);
    expect(report.notices).toMatchObject([{ kind: "untracked-file", path: "unknown.md" }]);
  });

  it("tells a change of line endings from a change of content", async () => {
    await using project = await createTrackedProject({
      "lf.md": "a\nb\n",
      "crlf.md": "a\r\nb\r\n",
      "other.md": "a\nb\n",
    });
    await project.workspace.write("lf.md", "a\r\nb\r\n");
    await project.workspace.write("crlf.md", "a\nb\n");
    await project.workspace.write("other.md", "a\r\nB\r\n");
    const { artifacts } = await check(project.session);
    expect(artifacts.map(({ state, lineEndingsOnly }) => [state, lineEndingsOnly])).toEqual([
      ["changed", true],
      ["changed", true],
      ["changed", undefined],
    ]);
  });

  it("accepts fingerprints in upper case and without prefix", async () => {
    const bare = hashBytes("a").slice("sha256:".length).toUpperCase();
    await using project = await createTrackedProject({ "a.md": "a" }, { fields: { "a.md": { fingerprint: bare } } });
    expect((await check(project.session)).summary.inOrder).toBe(1);
  });

  it("finds a file whose name is stored in another Unicode form", async () => {
    await using project = await createTrackedProject(
      {},
      {
        artifacts: [{ path: "caf\u00e9/\u00fc.md", fingerprint: hashBytes("x") }],
      },
    );
    await project.workspace.write("cafe\u0301/u\u0308.md", "x");
    expect((await check(project.session)).summary.inOrder).toBe(1);
  });

  it.skipIf(isWindows || process.platform === "darwin")(
    "says when a missing file is there in other letter case",
    async () => {
      await using project = await createTrackedProject({ "Readme.md": "x" });
      await rename(project.workspace.path("Readme.md"), project.workspace.path("README.md"));
      const { artifacts } = await check(project.session);
      expect(artifacts).toMatchObject([{ state: "missing", note: expect.stringContaining("README.md") }]);
    },
  );

  it.skipIf(isWindows)("never waits for a named pipe and reports what is no file", async () => {
    await using project = await createTrackedProject(
      {},
      {
        artifacts: [{ path: "pipe" }, { path: "folder" }, { path: "null" }, { path: "loop" }, { path: "nowhere" }],
      },
    );
    execFileSync("mkfifo", [project.workspace.path("pipe")]);
    await mkdir(project.workspace.path("folder"));
    await symlink("/dev/null", project.workspace.path("null"));
    await symlink("loop", project.workspace.path("loop"));
    await symlink("absent", project.workspace.path("nowhere"));
    const { artifacts } = await check(project.session);
    expect(artifacts.map(({ path, state }) => `${path} ${state}`)).toEqual([
      "pipe unreadable",
      "folder unreadable",
      "null unreadable",
      "loop unreadable",
      "nowhere missing",
    ]);
  });

  it("takes a symbolic link to a file outside the project for an ordinary file", async () => {
    await using project = await createTrackedProject({}, { top: { projectRoot: "p" }, artifacts: [{ path: "in.md" }] });
    await project.workspace.write("out.md", "x");
    await mkdir(project.workspace.path("p"));
    await symlink("../out.md", project.workspace.path("p/in.md"));
    expect((await check(project.session)).artifacts).toMatchObject([{ state: "new", fingerprint: hashBytes("x") }]);
  });

  it("reports untracked dependencies, cycles and names that collide where case does not count", async () => {
    await using project = await createTrackedProject(
      { "a.md": "a", "b.md": "b" },
      {
        fields: { "a.md": { dependsOn: ["./b.md", "c.md"] }, "b.md": { dependsOn: "a.md" } },
        artifacts: [{ path: "A.md" }],
      },
    );
    const report = await check(project.session);
    expect(report.cycles).toEqual([{ paths: ["a.md", "b.md"], groupSize: 2 }]);
    expect(report.notices.map(({ kind, path }) => [kind, path])).toEqual([
      ["untracked-dependency", "a.md"],
      ["case-collision", "A.md"],
    ]);
  });

  it("reports what is missing in the project brief, and that it is missing", async () => {
    await using project = await createTrackedProject({});
    await project.workspace.write("PROJECT.md", "```\n# Title\n```\n## Objective");
    expect((await check(project.session)).brief).toMatchObject({ path: "PROJECT.md", problems: { length: 5 } });
    await rm(project.workspace.path("PROJECT.md"));
    expect((await check(project.session)).brief.problems).toEqual(["missing"]);
  });

  it("handles 5,000 artifacts that all changed and bounds the report", async () => {
    const artifacts = Array.from({ length: 5000 }, (_unused, index) => ({
      path: `gone/${index}.md`,
      fingerprint: hashBytes("x"),
      dependsOn: index === 0 ? [] : [`gone/${index - 1}.md`],
    }));
    await using project = await createTrackedProject({}, { artifacts });
    const report = await check(project.session);
    expect(report.summary).toMatchObject({ tracked: 5000, missing: 5000, affected: 4999 });
    expect(report.artifacts).toHaveLength(200);
    expect(report.omitted).toMatchObject({ artifacts: 4800, affected: 4799 });
  });

  it("writes nothing into the project", async () => {
    await using project = await createTrackedProject({ "a.md": "a" });
    const before = await project.workspace.snapshot();
    await check(project.session);
    const { added, changed, removed } = await project.workspace.diff(before);
    expect([...added.filter((path) => !path.startsWith("agent/")), ...changed, ...removed]).toEqual([]);
  });

  it("stops when it is aborted", async () => {
    await using project = await createTrackedProject({ "a.md": "a" });
    const signal = AbortSignal.abort(new Error("stopped by the user"));
    await expect(project.session.check([], { signal })).rejects.toBe(signal.reason);
  });
});
