/** What to do when a step of the set-up failed. Runs on Node 20. */

/** @type {[RegExp, string][]} */
const REMEDIES = [
  [
    /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ERR_PNPM_META_FETCH_FAIL/,
    "Check the network and the npm registry (npm config get registry), then run it again.",
  ],
  [/ENOSPC/, "Free some disk space, then run it again."],
  [/EACCES|EPERM/, "Check who owns this clone and the npm cache; files made by root stay root's."],
  [
    /ERR_PNPM_OUTDATED_LOCKFILE|ERR_PNPM_FROZEN/,
    "A package.json changed without the lockfile: run `npx pnpm install` and commit pnpm-lock.yaml.",
  ],
  [
    /ERR_PNPM_IGNORED_BUILDS/,
    "A new dependency wants to run a script at install: decide in allowBuilds of pnpm-workspace.yaml.",
  ],
  [/error TS\d+/, "Correct the type error that is shown above."],
];

/** @param {string} step @param {string} output what the step printed */
export function explainFailure(step, output) {
  const remedy = REMEDIES.find(([pattern]) => pattern.test(output))?.[1];
  return `Set-up failed while it ${step}.\n${remedy ?? "See the output above; removing node_modules and running it again starts from nothing."}`;
}
