/** character_navigation, user_keyboard_input and user_mouse_input [A4]. */

import { setTimeout as sleep } from "node:timers/promises";
import type { DataModel } from "../../vm/data-model.ts";
import { runProgram } from "../luau-program.ts";
import { StudioFailure } from "../studio-failure.ts";
import { choiceArgument, optionalPoint, optionalText } from "./arguments.ts";
import { type InputAction, keyboardActions, mouseActions } from "./input-action.ts";
import type { ToolHandler } from "./tool.ts";

async function perform(dataModel: DataModel, actions: readonly InputAction[], path?: string): Promise<string> {
  for (const action of actions) {
    if (action.kind === "wait") await sleep(action.ms);
    else if ("button" in action) await runProgram(dataModel, "mouse", action);
    else await runProgram(dataModel, "keyboard", { ...action, path });
  }
  return `${actions.length} actions sent`;
}

export const userKeyboardInput: ToolHandler = async ({ window, args }) => {
  if (args["datamodel_type"] !== undefined) choiceArgument(args, "datamodel_type", ["Client"]);
  const { loadReflection } = await import("../../../../../pi-roblox/src/datamodel/reflection/load-reflection.ts");
  const reflection = await loadReflection();
  const actions = keyboardActions(args, (name) => reflection.findEnumItem("KeyCode", name) !== undefined);
  return perform(window.dataModel("Client"), actions, optionalText(args, "instance_path"));
};

export const userMouseInput: ToolHandler = async ({ window, args }) =>
  perform(window.dataModel("Client"), mouseActions(args));

export const characterNavigation: ToolHandler = async ({ window, behaviour, args }) => {
  const position = optionalPoint(args, "target_position");
  const path = optionalText(args, "instance_path");
  if (position === undefined && path === undefined) throw new StudioFailure("target_position is required");
  const client = window.dataModel("Client");
  const input = { position, path, isStuck: behaviour.characterStuck };
  const reached = await runProgram(client, "navigate", input);
  // Where the character is replicates to the server.
  await runProgram(window.dataModel("Server"), "navigate", input);
  return `Character has reached ${reached}`;
};
