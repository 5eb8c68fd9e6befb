export { type ApprovalFlag, approvalUi, registerApprovalFlag } from "./approval.ts";
export { type RenderContext, registerTool, type ToolAnnotations, type ToolSpec } from "./register-tool.ts";
export { type Disposable, SessionHolder } from "./session-holder.ts";
export { outputColumns, showText } from "./show-text.ts";
export {
  type FailureDetails,
  failureResult,
  type ImageBlock,
  isFailure,
  markFailures,
  progressResult,
  type ResultData,
  runTool,
  successResult,
  type ToolResult,
} from "./tool-result.ts";
export { renderToolCall, renderToolResult } from "./tool-rows.ts";
