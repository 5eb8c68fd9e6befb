import { mkdir, readFile } from "node:fs/promises";
import type { ApprovalUi } from "pi-extension-core/approval";
import { createWorkspace, type Workspace } from "testkit";
import { describe, expect, it } from "vitest";
import { check, createTrackedProject, type TrackedProject } from "../../fixtures/tracked-project.ts";

function answering(answer: boolean): ApprovalUi & { readonly questions: string[] } {
  const questions: string[] = [];
  return {
    questions,
    confirm: async (_title, body) => {
      questions.push(body);
      return answer;
    },
  };
}

/** A project whose style guide and brief lie outside of it. */
async function createShared(): Promise<{ outside: Workspace; project: TrackedProject } & AsyncDisposable> {
  const outside = await createWorkspace({ files: { "style.md": "style", "brief.md": "# Brief\n## Objective" } });
  const canonical = { style: outside.path("style.md"), project: outside.path("brief.md"), todo: "TODO.md" };
  const project = await createTrackedProject({ "TODO.md": "todo" }, { top: { canonical } });
  return {
    outside,
    project,
    [Symbol.asyncDispose]: async () => {
      await project[Symbol.asyncDispose]();
      await outside.cleanup();
    },
  };
}

async function states(project: TrackedProject, ui?: ApprovalUi, session = project.session) {
  const result = await session.check([], { ui });
  if (result.kind === "none") throw new Error("no SYNC.json");
  return { states: result.report.canonical.map(({ name, state }) => `${name} ${state}`), ...result };
}

describe("canonical names", () => {
  it("inside the project are checked for being readable", async () => {
    await using project = await createTrackedProject(
      {},
      {
        top: { canonical: { todo: "TODO.md", agents: "docs/", decisions: "./DECISIONS.md" } },
      },
    );
    await mkdir(project.workspace.path("docs"));
    await project.workspace.write("DECISIONS.md", "d");
    expect((await check(project.session)).canonical).toEqual([
      { name: "todo", path: "TODO.md", isExternal: false, state: "missing" },
    ]);
  });

  it("outside the project are not looked at when nobody can be asked", async () => {
    await using shared = await createShared();
    const found = await states(shared.project);
    expect(found.states).toEqual(["style not-approved", "project not-approved"]);
    expect(found.refusal).toMatchObject({ code: "APPROVAL_REQUIRED" });
    expect(found.report.brief.problems).toEqual(["not approved"]);
    expect(found.report.summary.tracked).toBe(1);
  });

  it("outside the project are looked at once the user said yes, also in later sessions", async () => {
    await using shared = await createShared();
    const ui = answering(true);
    const found = await states(shared.project, ui);
    expect(found.states).toEqual(["style readable", "project readable"]);
    expect(found.report.brief.problems).toHaveLength(4);
    expect(ui.questions).toHaveLength(1);
    expect(ui.questions[0]).toContain(shared.outside.path("style.md"));
    const later = await states(shared.project, undefined, shared.project.openSession());
    expect(later.states).toEqual(found.states);
    expect(await readFile(shared.project.workspace.path("agent/pi-extension-approvals.json"), "utf8")).toContain(
      "style.md",
    );
  });

  it("are asked about once a session when the user says no, and again in another", async () => {
    await using shared = await createShared();
    const ui = answering(false);
    expect((await states(shared.project, ui)).refusal).toMatchObject({ code: "APPROVAL_DECLINED" });
    expect((await states(shared.project, ui)).refusal).toMatchObject({ code: "APPROVAL_DECLINED" });
    expect(ui.questions).toHaveLength(1);
    await states(shared.project, ui, shared.project.openSession());
    expect(ui.questions).toHaveLength(2);
  });

  it("are approved for one run by the id that the refusal names", async () => {
    await using shared = await createShared();
    const refused = await states(shared.project);
    const id = /--approve (\w+)/.exec(refused.refusal?.hint ?? "")?.[1] ?? "";
    const session = shared.project.openSession({ flagApproved: [id] });
    expect((await states(shared.project, undefined, session)).states).toEqual(["style readable", "project readable"]);
    const other = shared.project.openSession({ flagApproved: ["0123456789"] });
    expect((await states(shared.project, undefined, other)).states).toEqual([
      "style not-approved",
      "project not-approved",
    ]);
  });

  it("are asked about again when the project names another path", async () => {
    await using shared = await createShared();
    await states(shared.project, answering(true));
    await shared.project.workspace.write(
      "SYNC.json",
      JSON.stringify({ version: 2, canonical: { style: "../elsewhere.md" }, artifacts: [] }),
    );
    expect((await states(shared.project)).states).toEqual(["style not-approved"]);
  });
});
