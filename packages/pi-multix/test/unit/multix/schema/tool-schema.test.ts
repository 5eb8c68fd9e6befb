import { describe, expect, it } from "vitest";
import { toolSchema } from "../../../../src/multix/schema/tool-schema.ts";
import { parametersOf, type TableTool, tablesOf } from "../../../../src/multix/tables/index.ts";

const TOOLS: readonly TableTool[] = ["image", "video", "audio", "media", "doc", "models", "check"];
/** As a model provider sees it. */
const schemaOf = (tool: TableTool) =>
  JSON.parse(JSON.stringify(toolSchema(tool))) as {
    properties: Record<string, { type: string; description: string; enum?: string[] }>;
    required?: string[];
    additionalProperties: boolean;
  };

describe.each(TOOLS)("the parameters of %s", (tool) => {
  const schema = schemaOf(tool);

  it("are those of its tables and the common ones, each described", () => {
    for (const table of tablesOf(tool))
      for (const name of parametersOf(table)) expect(schema.properties).toHaveProperty(name);
    for (const name of ["cwd", "timeoutMs", "extraArgs"]) expect(schema.properties).toHaveProperty(name);
    for (const { description } of Object.values(schema.properties)) expect(description.length).toBeGreaterThan(4);
    expect(schema.additionalProperties).toBe(false);
  });

  it("cannot hold a key", () => {
    for (const name of Object.keys(schema.properties))
      expect(name).not.toMatch(/key|token|secret|password|credential/i);
  });

  it("are plain JSON Schema without unions, which some providers refuse", () => {
    expect(JSON.stringify(schema)).not.toMatch(/"(anyOf|oneOf|allOf|const|\$ref)"/);
  });
});

it("requires only what every provider needs", () => {
  expect(schemaOf("image").required).toEqual(["action", "prompt"]);
  expect(schemaOf("video").required).toEqual(["action"]);
  expect(schemaOf("doc").required).toEqual(["action", "files"]);
});

it("says in a description who takes a parameter and what each allows", () => {
  const { properties } = schemaOf("image");
  expect(properties["size"]?.description).toBe(
    "Image size. gemini: 1K | 2K | 4K. openai: 1024x1024 | 1024x1536 | 1536x1024 | auto. openrouter: such as 1K | 2K. fal: a named size or WIDTHxHEIGHT. Also byteplus.",
  );
  expect(properties["seed"]?.description).toBe("Fixed random seed. Only leonardo, byteplus, cloudflare, fal.");
  expect(properties["verbose"]?.description).toBe("Debug lines in the output.");
  expect(properties["provider"]?.enum).toContain("fal");
});

it("keeps each schema small enough to send with every request", () => {
  for (const tool of TOOLS) expect(JSON.stringify(schemaOf(tool)).length).toBeLessThan(8000);
});
