/** get_studio_state, start_stop_play and get_console_output [A5, A7, A8]. */

import { consoleText } from "../host/console.ts";
import { FAILURES, StudioFailure } from "../studio-failure.ts";
import { flagArgument } from "./arguments.ts";
import type { ToolCall, ToolHandler } from "./tool.ts";

export const getStudioState: ToolHandler = async ({ window }) => {
  const { mode, availableDataModels } = window;
  const focused = mode === "Edit" ? ["- Focused DataModel in the viewport: Edit"] : [];
  return [
    `- Current Studio Mode: ${mode}`,
    `- Available DataModels: ${availableDataModels.join(", ")}`,
    ...focused,
  ].join("\n");
};

async function stop({ window, behaviour }: ToolCall): Promise<string> {
  const { play } = window;
  if (play !== undefined) {
    play.counts.stops += 1;
    const { refusedStops, ineffectiveStops } = behaviour;
    if (play.counts.stops <= refusedStops) throw new StudioFailure(FAILURES.stopBusy);
    if (play.counts.stops <= refusedStops + ineffectiveStops) return "Game Stopped";
  }
  await window.stop();
  return "Game Stopped";
}

export const startStopPlay: ToolHandler = async (call) => {
  if (!flagArgument(call.args, "is_start")) return stop(call);
  await call.window.start();
  return "Game Started";
};

export const getConsoleOutput: ToolHandler = async ({ window, behaviour }) =>
  consoleText(window.console.messages, behaviour);
