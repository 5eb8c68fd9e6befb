/** What a fault does to one call. */

import { setTimeout as sleep } from "node:timers/promises";
import type { ToolResult } from "./call-tool.ts";
import type { FaultAction } from "./faults.ts";

/** One call under way. */
interface FaultyCall {
  /** Makes the call. */
  readonly make: () => Promise<ToolResult>;
  /** The client has given up. */
  readonly isCancelled: () => boolean;
  /** Answers a call that the client has given up. */
  readonly answerAnyhow: (result: ToolResult) => Promise<void>;
  /** Writes a line between the messages. */
  readonly write: (line: string) => void;
  readonly end: (how: "drop" | "crash") => void;
}

/** Never answers: the fault is that nothing comes. */
const never = (): Promise<never> => new Promise(() => undefined);

async function answerLate(call: FaultyCall, ms: number): Promise<ToolResult> {
  const result = await call.make();
  await sleep(ms);
  if (call.isCancelled()) await call.answerAnyhow(result);
  return result;
}

export async function performFault(action: FaultAction, call: FaultyCall): Promise<ToolResult> {
  switch (action.kind) {
    case "delay":
      await sleep(action.ms);
      return call.make();
    case "hang":
      return never();
    case "answer-late":
      return answerLate(call, action.ms);
    case "drop":
    case "crash":
      if (action.when === "after") await call.make();
      call.end(action.kind);
      return never();
    case "noise":
      action.lines.forEach(call.write);
      return call.make();
    case "answer":
      return { content: [{ type: "text", text: action.text }], isError: action.isError ?? false };
    case "before":
      await action.run();
      return call.make();
  }
}
