/** What to do when a step of the set-up failed. Pure. Runs on Node 20. */

/** @type {[RegExp, string][]} the first that matches counts */
const REMEDIES = [
  [
    /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_HAS_EXPIRED|ERR_TLS_/,
    "The registry's certificate is not trusted here: set NODE_EXTRA_CA_CERTS, or `npm config set cafile FILE`, to your organisation's certificate.",
  ],
  [
    /ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ERR_PNPM_META_FETCH_FAIL|dns error|error sending request/i,
    "Check the network, the proxy and the npm registry (npm config get registry), then run it again.",
  ],
  [/\bE40[13]\b|ERR_PNPM_FETCH_40[13]/, "The registry refused access: check `npm config get registry` and its login."],
  [
    /\bE404\b|ERR_PNPM_FETCH_404|ERR_PNPM_NO_MATCHING_VERSION/,
    "The registry does not serve a pinned version: check `npm config get registry`.",
  ],
  [/ENOSPC|No space left/i, "Free some disk space, then run it again."],
  [/EROFS|Read-only file system/i, "This clone lies on a read-only file system: clone it to a writable place."],
  [
    /EACCES|EPERM|Permission denied/i,
    "Check who owns this clone and the npm cache; files that root made can be changed by root only.",
  ],
  [
    /ERR_PNPM_\w*OUTDATED_LOCKFILE|ERR_PNPM_FROZEN/,
    "A package.json changed without the lockfile: run `npx pnpm install` and commit pnpm-lock.yaml.",
  ],
  [
    /ERR_PNPM_IGNORED_BUILDS/,
    "A new dependency wants to run a script at install: decide in allowBuilds of pnpm-workspace.yaml.",
  ],
  [/spawn \S*npx\S* ENOENT/, "Install npm: it comes with Node 20 and newer."],
  [/error TS\d+/, "Correct the type error that is shown above."],
  [
    /Could not resolve|Cannot find \w+: src/,
    "A source file that the build needs is missing: `git status` shows what changed.",
  ],
];

/** @param {string} step as in "Set-up failed while it ..." @param {string} output what the step printed */
export function explainFailure(step, output) {
  const remedy = REMEDIES.find(([pattern]) => pattern.test(output))?.[1];
  return `Set-up failed while it ${step}.\n${remedy ?? "See the output above; removing node_modules and running it again starts from nothing."}`;
}
