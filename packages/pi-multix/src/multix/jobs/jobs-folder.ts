/** Where job ledgers are; apart from the ledger, so that a session without any loads nothing more. Pure. */

import path from "node:path";

/** @param agentDir absolute, Pi's directory of this user */
export const jobsFolder = (agentDir: string): string => path.join(agentDir, "pi-multix", "jobs");
