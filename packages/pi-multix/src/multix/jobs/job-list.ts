/** Jobs that a provider works on after the CLI has ended, as data. Pure. */

export interface Job {
  readonly provider: string;
  /** The provider's id. */
  readonly id: string;
  /** What was asked for, such as `generate` or `i2v`. */
  readonly action: string;
  /** ISO time. */
  readonly startedAt: string;
  /** Where the result should go, as the user named it. */
  readonly output?: string;
  /** `open` until a status call has seen the end. */
  readonly state: "open" | "done" | "failed";
}

const JOB_LIST_VERSION = 1;
/** Open ones are kept first. */
const MAX_JOBS = 200;

const isText = (value: unknown): value is string => typeof value === "string";

function isJob(value: unknown): value is Job {
  if (typeof value !== "object" || value === null) return false;
  const { provider, id, action, startedAt, output, state } = value as Partial<Record<keyof Job, unknown>>;
  const hasTexts = [provider, id, action, startedAt].every(isText) && (output === undefined || isText(output));
  return hasTexts && (state === "open" || state === "done" || state === "failed");
}

/** The jobs of a file's content; undefined when it is not such a file. Entries that are damaged are left out. */
export function readJobs(value: unknown): Job[] | undefined {
  if (typeof value !== "object" || value === null || !("jobs" in value) || !Array.isArray(value.jobs)) return undefined;
  return value.jobs.filter(isJob);
}

export function formatJobs(jobs: readonly Job[]): string {
  return `${JSON.stringify({ version: JOB_LIST_VERSION, jobs }, null, 2)}\n`;
}

const isSame = (left: Pick<Job, "provider" | "id">, right: Pick<Job, "provider" | "id">): boolean =>
  left.provider === right.provider && left.id === right.id;

/** The list with the job added, or put in the place of the one with its id; newest first, bounded. */
export function withJob(jobs: readonly Job[], job: Job): Job[] {
  const others = jobs.filter((each) => !isSame(each, job));
  const all = [job, ...others];
  const open = all.filter((each) => each.state === "open").slice(0, MAX_JOBS);
  const closed = all.filter((each) => each.state !== "open").slice(0, MAX_JOBS - open.length);
  return all.filter((each) => open.includes(each) || closed.includes(each));
}

/** The list after a status call has seen how the job ended; unchanged when it is not in it. */
export function withJobState(jobs: readonly Job[], key: Pick<Job, "provider" | "id">, state: Job["state"]): Job[] {
  return jobs.map((job) => (isSame(job, key) ? { ...job, state } : job));
}
