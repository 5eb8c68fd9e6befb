/** The tools by name. */

import {
  generate,
  httpGet,
  insertAsset,
  searchAsset,
  skill,
  storeImage,
  subagent,
  uploadImage,
  waitJobFinished,
} from "./asset-tools.ts";
import { executeLuau } from "./execute-luau.ts";
import { characterNavigation, userKeyboardInput, userMouseInput } from "./input-tools.ts";
import { screenCapture } from "./screen-capture.ts";
import { multiEdit, scriptGrep, scriptRead, scriptSearch } from "./script-tools.ts";
import { getConsoleOutput, getStudioState, startStopPlay } from "./session-tools.ts";
import type { ToolHandler } from "./tool.ts";
import { inspectInstance, searchGameTree } from "./tree-tools.ts";

/** All but those two that concern no single Studio: list_roblox_studios and set_active_studio. */
export const handlers: ReadonlyMap<string, ToolHandler> = new Map([
  ["http_get", httpGet],
  ["character_navigation", characterNavigation],
  ["user_mouse_input", userMouseInput],
  ["search_game_tree", searchGameTree],
  ["script_search", scriptSearch],
  ["upload_image", uploadImage],
  ["script_read", scriptRead],
  ["insert_asset", insertAsset],
  ["subagent", subagent],
  ["multi_edit", multiEdit],
  ["get_studio_state", getStudioState],
  ["search_asset", searchAsset],
  ["execute_luau", executeLuau],
  ["skill", skill],
  ["screen_capture", screenCapture],
  ["get_console_output", getConsoleOutput],
  ["script_grep", scriptGrep],
  ["wait_job_finished", waitJobFinished],
  ["generate_procedural_model", generate],
  ["generate_material", generate],
  ["user_keyboard_input", userKeyboardInput],
  ["start_stop_play", startStopPlay],
  ["generate_mesh", generate],
  ["inspect_instance", inspectInstance],
  ["store_image", storeImage],
]);
