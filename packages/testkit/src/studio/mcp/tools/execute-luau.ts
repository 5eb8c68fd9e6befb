/** execute_luau [A6]. */

import { randomUUID } from "node:crypto";
import type { DataModel, ExecuteResult } from "../../vm/data-model.ts";
import { VmError } from "../../vm/vm-error.ts";
import type { DataModelType } from "../host/play-session.ts";
import { FAILURES, notReachable, StudioFailure } from "../studio-failure.ts";
import { choiceArgument, textArgument } from "./arguments.ts";
import type { ToolCall, ToolHandler } from "./tool.ts";

/** Frames of Studio's own that stand before every error of the code. */
const HARNESS =
  "sabuiltin_Assistant.rbxm.Assistant.Packages._Index.AssistantUI.AssistantUI.Tools.ExecuteLuauTool:66: " +
  "sabuiltin_Assistant.rbxm.Assistant.Packages._Index.AssistantUI.AssistantUI.Util.CommandExecution:54: ";

const TIMED_OUT = "Script timeout: exhausted allowed execution time";

/** What the Client answers while it is not ready. @throws StudioFailure */
function checkClient({ window, behaviour }: ToolCall, type: DataModelType): void {
  const play = window.play;
  if (type !== "Client" || play === undefined) return;
  play.counts.clientCalls += 1;
  const { unreachableClientCalls, unparsedClientCalls } = behaviour;
  if (play.counts.clientCalls <= unreachableClientCalls) throw notReachable(type);
  if (play.counts.clientCalls <= unreachableClientCalls + unparsedClientCalls)
    throw new StudioFailure(FAILURES.notParsed);
}

function withLimit<T>(work: Promise<T>, limitMs: number | undefined): Promise<T> {
  if (limitMs === undefined) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new StudioFailure(`${HARNESS}${TIMED_OUT}`)), limitMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

async function run(dataModel: DataModel, code: string, isEdit: boolean): Promise<ExecuteResult> {
  // History does nothing in Play [C6].
  const recording = isEdit ? { recording: randomUUID() } : {};
  try {
    return await dataModel.execute(code, { chunkName: "AssistantCommand", ...recording });
  } catch (error) {
    // Code that never yields can only be ended together with its virtual machine.
    const isLoop = error instanceof VmError && error.code === "VM_TIMED_OUT";
    throw isLoop ? new StudioFailure(`${HARNESS}${TIMED_OUT}`) : error;
  }
}

export const executeLuau: ToolHandler = async (call) => {
  const { window, behaviour, args } = call;
  const type = choiceArgument(args, "datamodel_type", ["Edit", "Client", "Server"]);
  const code = textArgument(args, "code");
  const dataModel = window.dataModel(type);
  checkClient(call, type);
  const result = await withLimit(run(dataModel, code, type === "Edit"), behaviour.executeLimitMs);
  if (result.ok) {
    const isQuoted = behaviour.quotesStrings && result.typeName === "string";
    return isQuoted ? JSON.stringify(result.text) : result.text;
  }
  throw new StudioFailure(result.isSyntaxError ? FAILURES.notParsed : `${HARNESS}${result.message}`);
};
