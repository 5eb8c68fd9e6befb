/** The July tools as data. Arguments by domain facts [A4]; what those leave open is marked as such. Pure. */

import type { StudioTool, ToolAnnotations } from "../tools/catalogue.ts";

type Properties = StudioTool["inputSchema"]["properties"];
/** A name that ends in "?" is an optional argument. */
type Arguments = Readonly<Record<string, object>>;

const text = (description?: string): object => ({
  type: "string",
  ...(description === undefined ? {} : { description }),
});
const integer = (description?: string): object => ({
  type: "integer",
  ...(description === undefined ? {} : { description }),
});
const flag = (description?: string): object => ({
  type: "boolean",
  ...(description === undefined ? {} : { description }),
});
const oneOf = (...values: readonly string[]): object => ({ type: "string", enum: values });
const point = { type: "array", items: { type: "number" }, minItems: 3, maxItems: 3 };

const anyDataModel = oneOf("Edit", "Client", "Server");
const waitTime = { type: "integer", minimum: 0, maximum: 10_000 };

const reading = (title: string): ToolAnnotations => ({ title, readOnlyHint: true });
const changing = (title: string): ToolAnnotations => ({ title, readOnlyHint: false, destructiveHint: false });
const risky = (title: string): ToolAnnotations => ({
  title,
  readOnlyHint: false,
  destructiveHint: true,
  openWorldHint: true,
});

function tool(name: string, annotations: ToolAnnotations, description: string, args: Arguments = {}): StudioTool {
  const entries = Object.entries(args);
  const properties: Properties = Object.fromEntries(entries.map(([key, schema]) => [key.replace(/\?$/, ""), schema]));
  const required = entries.filter(([key]) => !key.endsWith("?")).map(([key]) => key);
  return {
    name,
    description,
    annotations,
    inputSchema: { type: "object", properties, ...(required.length === 0 ? {} : { required }) },
  };
}

const keyboardAction = {
  type: "object",
  properties: {
    action: oneOf("keyDown", "keyUp", "keyPress", "textInput", "wait"),
    key_code: text("Name of an Enum.KeyCode item."),
    text_inputs: text(),
    wait_time_ms: waitTime,
  },
  required: ["action"],
};

const mouseAction = {
  type: "object",
  properties: {
    action: oneOf("moveTo", "mouseButtonDown", "mouseButtonUp", "mouseButtonClick", "scrollUp", "scrollDown", "wait"),
    x: { type: "number" },
    y: { type: "number" },
    instance_path: text("A GUI object to aim at in place of x and y."),
    mouse_button: oneOf("left", "right"),
    wait_time_ms: waitTime,
  },
  required: ["action"],
};

const edit = {
  type: "object",
  properties: { old_string: text(), new_string: text(), replace_all: flag() },
  required: ["old_string", "new_string"],
};

export const toolTable: readonly StudioTool[] = [
  tool("http_get", reading("HTTP Get"), "Reads Roblox documentation from an allow-listed address.", {
    url: text(),
    "query?": text(),
    "context_lines?": { ...integer(), default: 3 },
    "return_full?": flag(),
  }),
  // The keys differ between builds [A4]; these are one build's.
  tool("character_navigation", changing("Character Navigation"), "Moves the player's character during a playtest.", {
    "target_position?": point,
    "instance_path?": text(),
    "speed_multiplier?": { type: "number" },
  }),
  tool("user_mouse_input", changing("Mouse Input"), "Sends mouse input to the running game.", {
    actions: { type: "array", items: mouseAction },
  }),
  tool("search_game_tree", reading("Search Game Tree"), "Lists instances below a path.", {
    "path?": text(),
    "instance_type?": text("Class name; subclasses count."),
    "keywords?": text("Words, with commas or spaces between them."),
    "max_depth?": { ...integer(), default: 3, maximum: 10 },
    "head_limit?": { ...integer(), default: 200 },
  }),
  tool("script_search", reading("Script Search"), "Finds scripts by name.", { keywords: text() }),
  tool("upload_image", risky("Upload Image"), "Uploads images to the account.", {
    image_urls: { type: "array", items: text() },
  }),
  tool("script_read", reading("Script Read"), "Reads a script with line numbers.", {
    target_file: text("Dot path, such as game.ServerScriptService.MyScript."),
    "should_read_entire_file?": { ...flag(), default: true },
    "start_line_one_indexed?": integer(),
    "end_line_one_indexed_inclusive?": integer(),
  }),
  tool("insert_asset", risky("Insert Asset"), "Inserts an asset into the place.", {
    assetId: { anyOf: [{ type: "string" }, { type: "number" }] },
    "assetName?": text(),
    "assetType?": text(),
    "parentPath?": text(),
  }),
  tool("subagent", risky("Subagent"), "Hands a task to an agent of Studio.", {
    type: oneOf("explore", "playtest"),
    prompt: text(),
  }),
  tool("multi_edit", { ...risky("Multi Edit"), openWorldHint: false }, "Edits or creates a script.", {
    file_path: text(),
    datamodel_type: oneOf("Edit"),
    edits: { type: "array", items: edit },
    "className?": oneOf("Script", "LocalScript", "ModuleScript"),
  }),
  tool("get_studio_state", reading("Get Studio State"), "Tells the mode and the DataModels."),
  tool("search_asset", { ...reading("Search Asset"), openWorldHint: true }, "Searches for assets.", {
    query: text(),
    "assetType?": text(),
    "scope?": oneOf("auto", "creator_store", "user", "group", "universe"),
  }),
  tool("execute_luau", risky("Execute Luau"), "Runs Luau in a DataModel and returns its first value.", {
    code: text(),
    datamodel_type: anyDataModel,
  }),
  tool("skill", reading("Skill"), "Reads a guide.", { skill_name: text() }),
  tool("screen_capture", reading("Screen Capture"), "Captures the viewport.", {
    capture_id: text(),
    "camera_position?": point,
    "look_at_position?": point,
  }),
  tool("get_console_output", reading("Get Console Output"), "Reads the console."),
  tool("script_grep", reading("Script Grep"), "Searches all scripts for a Luau pattern.", { query: text() }),
  tool("wait_job_finished", { ...reading("Wait Job Finished"), openWorldHint: true }, "Waits for a generation job.", {
    jobId: text(),
    "timeout?": { ...integer("Seconds."), default: 600 },
  }),
  tool("generate_procedural_model", risky("Generate Procedural Model"), "Generates a model.", { prompt: text() }),
  tool("generate_material", risky("Generate Material"), "Generates a material.", { prompt: text() }),
  tool("user_keyboard_input", changing("Keyboard Input"), "Sends keyboard input to the running game.", {
    actions: { type: "array", items: keyboardAction },
    datamodel_type: oneOf("Client"),
    "instance_path?": text("A text box to type into."),
  }),
  tool("start_stop_play", changing("Start Stop Play"), "Starts or stops a playtest.", { is_start: flag() }),
  tool("generate_mesh", risky("Generate Mesh"), "Generates a mesh.", { prompt: text() }),
  tool("inspect_instance", reading("Inspect Instance"), "Shows properties, attributes and children.", { path: text() }),
  tool("store_image", risky("Store Image"), "Reads an image file for later use.", { file_path: text() }),
  tool("list_roblox_studios", reading("List Roblox Studios"), "Lists connected Studio instances."),
  tool("set_active_studio", changing("Set Active Studio"), "Chooses the Studio that later calls go to.", {
    studio_id: text(),
  }),
];
