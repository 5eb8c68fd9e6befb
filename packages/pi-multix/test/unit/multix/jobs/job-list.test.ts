import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatJobs, type Job, readJobs, withJob, withJobState } from "../../../../src/multix/jobs/job-list.ts";

const job = (id: string, state: Job["state"] = "open"): Job => ({
  provider: "leonardo",
  id,
  action: "generate",
  startedAt: "2026-12-01T00:00:00.000Z",
  state,
});

describe("the list of jobs", () => {
  it("holds each job once, the newest first", () => {
    const jobs = [job("a"), job("b"), job("a", "done")].reduce<Job[]>((list, each) => withJob(list, each), []);
    expect(jobs.map((each) => `${each.id} ${each.state}`)).toEqual(["a done", "b open"]);
  });

  it("drops the oldest closed jobs first when it is full, and never grows beyond its limit", () => {
    let jobs = [job("first")];
    for (let index = 0; index < 400; index += 1) jobs = withJob(jobs, job(`done-${index}`, "done"));
    expect(jobs).toHaveLength(200);
    expect(jobs.at(-1)?.id).toBe("first");
    expect(jobs[0]?.id).toBe("done-399");
  });

  it("closes a job by provider and id", () => {
    expect(
      withJobState([job("a"), job("b")], { provider: "leonardo", id: "b" }, "failed").map((each) => each.state),
    ).toEqual(["open", "failed"]);
    expect(withJobState([job("a")], { provider: "openrouter", id: "a" }, "done")).toEqual([job("a")]);
  });

  it("reads what it has written, and leaves damaged entries out", () => {
    expect(readJobs(JSON.parse(formatJobs([job("a")])))).toEqual([job("a")]);
    fc.assert(
      fc.property(fc.jsonValue(), (noise) => {
        expect(readJobs({ jobs: [noise, job("a")] })).toEqual([job("a")]);
      }),
    );
    expect(readJobs([])).toBeUndefined();
  });
});
