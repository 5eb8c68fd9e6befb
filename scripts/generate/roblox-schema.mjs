/** packages/pi-roblox/schemas/roblox.schema.json: the configuration for editors, from the schema that checks it. */

import { robloxConfigSchema } from "../../packages/pi-roblox/src/runtime/config/schema.ts";

/** Every key has a default, so that none is required in the file; inside of named entries there are required ones. */
const withoutDefaulted = (/** @type {any} */ schema) => {
  if (Array.isArray(schema)) return schema.map(withoutDefaulted);
  if (typeof schema !== "object" || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withoutDefaulted(value)]));
  if (Array.isArray(copy.required) && typeof copy.properties === "object") {
    copy.required = copy.required.filter((/** @type {string} */ name) => copy.properties[name]?.default === undefined);
    if (copy.required.length === 0) delete copy.required;
  }
  return copy;
};

export function robloxSchemaFile() {
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    ...withoutDefaulted(JSON.parse(JSON.stringify(robloxConfigSchema))),
    allowComments: true,
    allowTrailingCommas: true,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
