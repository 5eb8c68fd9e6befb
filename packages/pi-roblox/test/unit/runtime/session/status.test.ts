import { describe, expect, it } from "vitest";
import type { StepReport, StepState } from "../../../../src/runtime/lifecycle/background-step.ts";
import { footerOf, formatStatus, shortServer, statusLine } from "../../../../src/runtime/session/status.ts";

const step = (name: string, state: StepState, detail = ""): StepReport => ({ name, state, detail, failure: undefined });

describe("the footer", () => {
  it("is empty where there is no project", () => {
    expect(footerOf({ steps: [step("project", "off")], server: undefined })).toBeUndefined();
  });

  it("names the project and whether it is served", () => {
    const steps = [step("project", "ready", "obby (default.project.json): 22 instances")];
    expect(footerOf({ steps, server: shortServer("ready") })).toMatch(/obby.*serving/);
    expect(footerOf({ steps, server: shortServer("stopped") })).not.toMatch(/serving/);
  });

  it("puts what failed first", () => {
    const steps = [step("project", "ready", "obby: 1"), step("server", "failed")];
    expect(footerOf({ steps, server: undefined })).toMatch(/server failed/);
  });
});

describe("the status", () => {
  const base = { workspace: "/p", server: undefined, liveTree: undefined, maps: [] };

  it("begins with what is most telling", () => {
    const first = (steps: readonly StepReport[]) => formatStatus({ ...base, steps }).split("\n")[0];
    expect(first([step("a", "ready"), step("b", "running")])).toMatch(/under way: b/);
    expect(first([step("a", "failed"), step("b", "running")])).toMatch(/failed: a/);
  });

  it("shows the next step of a failure, and why a map is stale", () => {
    const failure = { code: "X", message: "broken", hint: "mend it", data: {} };
    const steps = [{ ...step("server", "failed", "broken"), failure }];
    const maps = [{ kind: "sourcemap", instances: 3, ageMs: 5000, staleBecause: "rojo failed" }] as const;
    const text = formatStatus({ ...base, steps, maps });
    expect(text).toContain("mend it");
    expect(text).toContain("rojo failed");
  });

  it("is one line for the model, without what is off", () => {
    const line = statusLine({ steps: [step("project", "ready"), step("studio", "off")], server: undefined });
    expect(line).toContain("project ready");
    expect(line).not.toContain("studio");
    expect(line).not.toContain("\n");
  });
});
