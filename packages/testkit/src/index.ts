export { findSecretLeaks, type SecretLeak, type SecretSearch } from "./canary.ts";
export { createFakeClock, createFakeIds, type FakeClock, type FakeIds } from "./clock.ts";
export { createExecutable } from "./executable.ts";
export { HarnessError, type HarnessErrorCode } from "./harness-error.ts";
export { type InstalledExtension, installExtension } from "./installed-extension.ts";
export type { MultixBehaviour } from "./multix/behaviour.ts";
export { createMultixStandin, type MultixCall, type MultixLayout, type MultixStandin } from "./multix/install.ts";
export { type Container, sampleMedia } from "./multix/sample-media.ts";
export { fauxExtensionPath } from "./pi/faux-extension-path.ts";
export {
  call,
  type FauxCall,
  type FauxModel,
  type FauxScript,
  type FauxScriptFunction,
  type FauxScriptInput,
  type FauxTurn,
  type FauxUsage,
  fail,
  type ModelMessage,
  type ModelRequest,
  type ModelTool,
  type ResultReference,
  resultOf,
  say,
} from "./pi/faux-script.ts";
export type { Key } from "./pi/keys.ts";
export type { PiLaunchOptions } from "./pi/launch-options.ts";
export type { ImageBlock, PiEvent, ToolCallRecord, ToolResult } from "./pi/pi-events.ts";
export { openPty, type Pty, type PtyOptions, type TerminalExit } from "./pi/pty.ts";
export {
  type PiRpc,
  type PromptOptions,
  type RpcCommandInfo,
  type RpcExit,
  type RpcTurn,
  type StartPiRpcOptions,
  startPiRpc,
} from "./pi/rpc.ts";
export type { Dialog, DialogAnswer, DialogHandler, DialogPolicy, DialogRule } from "./pi/rpc-dialogs.ts";
export type { AnsweredDialog, RpcExtensionError, RpcJournal, RpcNotification } from "./pi/rpc-journal.ts";
export { type PiRun, type RunPiOptions, runPi } from "./pi/run.ts";
export type { SessionEntry, SessionFile } from "./pi/session-file.ts";
export {
  type PiTerminal,
  type ScreenCheck,
  type StartPiTerminalOptions,
  startPiTerminal,
} from "./pi/terminal.ts";
export { newestPi, oldestPi, type PiInstallation, supportedPis } from "./pi/versions.ts";
export { killTree, listProcesses, type ProcessRow } from "./process-table.ts";
export {
  luneVersion,
  outsideProgram,
  ripgrepVersion,
  rojoVersions,
  seleneVersion,
} from "./programs/outside-program.ts";
export { diffSnapshots, type Snapshot, type SnapshotDiff, type SnapshotEntry, takeSnapshot } from "./snapshot.ts";
export { createWorkspace, type Workspace, type WorkspaceFile, type WorkspaceOptions } from "./workspace.ts";
