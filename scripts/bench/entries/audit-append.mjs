/** Audit append, with its redaction and its own handle, against a bare appendFile of the same line. */

import { appendFile } from "node:fs/promises";
import { openAuditLog } from "pi-extension-core/audit";
import { createWorkspace } from "testkit";

const RECORDS = 200;
const entry = {
  kind: "bench.append",
  path: "src/server/Main.server.luau",
  fingerprint: `sha256:${"a".repeat(64)}`,
  note: "x".repeat(200),
};

/** @type {import("../measure.mjs").Benchmark} */
export const auditAppend = {
  name: "audit-append",
  figure: "AuditLog.append",
  yardstick: "appendFile",
  unit: `${RECORDS} records`,
  rounds: 15,
  async prepare() {
    const workspace = await createWorkspace();
    const log = openAuditLog({ directory: workspace.path("audit") });
    const line = `${JSON.stringify({ version: 1, id: "x", at: "2026-01-01T00:00:00.000Z", ...entry })}\n`;
    return {
      async figure() {
        for (let index = 0; index < RECORDS; index += 1) await log.append(entry);
      },
      async yardstick() {
        for (let index = 0; index < RECORDS; index += 1) await appendFile(workspace.path("plain.jsonl"), line);
      },
      async dispose() {
        await log.close();
        await workspace.cleanup();
      },
    };
  },
};
