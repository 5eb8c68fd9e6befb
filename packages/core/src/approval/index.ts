export type { ApprovalEntry } from "./approval-record.ts";
export {
  type ApprovalCommand,
  type ApprovalRequest,
  type ApprovalUi,
  type CommandOrigin,
  needsApproval,
} from "./approval-request.ts";
export {
  type Approval,
  type ApprovalList,
  type Approvals,
  type ApprovalsOptions,
  createApprovals,
  type EnsureApprovedOptions,
} from "./approvals.ts";
