export { buildChildEnv, CHILD_ENV_COMMON, CHILD_ENV_WINDOWS, type ChildEnvOptions } from "./child-env.ts";
export type { IgnoredEntry } from "./executable-search.ts";
export { type ExecutableSearch, type FindExecutableOptions, findExecutable } from "./find-executable.ts";
export type { CapturedOutput } from "./output-capture.ts";
export type { RunOptions, StartOptions } from "./run-options.ts";
export { runProcess } from "./run-process.ts";
export type { RunReason, RunResult } from "./run-result.ts";
export { type RunningProcess, startProcess } from "./start-process.ts";
export { terminateTree } from "./terminate-tree.ts";
