export {
  type AppendOutcome,
  type AuditLog,
  type AuditLogOptions,
  type AuditStatus,
  openAuditLog,
} from "./audit-log.ts";
export { type PruneAuditOptions, pruneAudit } from "./prune.ts";
export { type AuditPage, type ReadAuditOptions, readAudit } from "./read-audit.ts";
export type { AuditEntry, AuditRecord } from "./record.ts";
