export { editJson, type JsonEdit } from "./edit-json.ts";
export { type ReadJsonOptions, readJsonFile } from "./json-file.ts";
export { formatJsonPath, type JsonDocument, type JsonPath, type ParseJsonOptions, parseJson } from "./parse-json.ts";
export type { TextPosition } from "./position.ts";
