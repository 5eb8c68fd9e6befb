/**
 * The jobs of one project, on disk under the user's agent directory, so that they survive a restart and no repository can
 * bring some along. A damaged file is put aside, never written over.
 */

import path from "node:path";
import { hasCode, isCodedError } from "pi-extension-core/errors";
import {
  ensurePrivateFolder,
  hashBytes,
  moveWithoutReplacing,
  sweepStaging,
  writeFileAtomic,
} from "pi-extension-core/fs";
import { readJsonFile } from "pi-extension-core/json";
import { withLock } from "pi-extension-core/lock";
import type { Clock } from "pi-extension-core/seams";
import { formatJobs, type Job, readJobs, withJob, withJobState } from "./job-list.ts";
import { jobsFolder } from "./jobs-folder.ts";

export interface JobLedger {
  record(job: Omit<Job, "startedAt" | "state">): Promise<void>;
  close(key: Pick<Job, "provider" | "id">, state: "done" | "failed"): Promise<void>;
  /** Newest first. */
  open(): Promise<readonly Job[]>;
}

/**
 * @param agentDir absolute, Pi's directory of this user
 * @param project absolute folder of the project
 */
export function createJobLedger(agentDir: string, project: string, clock: Clock): JobLedger {
  const folder = jobsFolder(agentDir);
  const name = hashBytes(project).slice("sha256:".length, "sha256:".length + 32);
  const file = path.join(folder, `${name}.json`);
  const stagingDir = path.join(folder, "staging");

  /** The jobs, or undefined when the file holds something else. */
  const load = async (): Promise<Job[] | undefined> => {
    try {
      return readJobs((await readJsonFile(file)).value);
    } catch (error) {
      if (hasCode(error, "NOT_FOUND")) return [];
      if (isCodedError(error)) return undefined;
      throw error;
    }
  };
  const change = async (edit: (jobs: readonly Job[]) => Job[]): Promise<void> => {
    await ensurePrivateFolder(folder);
    await withLock(
      file,
      async ({ signal }) => {
        await sweepStaging(stagingDir);
        const jobs = await load();
        if (jobs === undefined) await moveWithoutReplacing(file, `${file}.damaged-${clock.now()}`);
        await writeFileAtomic(file, formatJobs(edit(jobs ?? [])), { stagingDir, mode: 0o600, signal });
      },
      { purpose: "record a job" },
    );
  };
  return {
    record: (job) =>
      change((jobs) => withJob(jobs, { ...job, startedAt: new Date(clock.now()).toISOString(), state: "open" })),
    close: (key, state) => change((jobs) => withJobState(jobs, key, state)),
    open: async () => ((await load()) ?? []).filter((job) => job.state === "open"),
  };
}
