/**
 * The one hand-over of a tool to Pi. What only newer Pi understands (`outputSchema`, `annotations`) is given to every Pi;
 * older ones leave it alone.
 */

import type { ExtensionAPI, ExtensionContext, Theme, ToolRenderResultOptions } from "@earendil-works/pi-coding-agent";
import type { Component } from "@earendil-works/pi-tui";
import type { Static, TSchema } from "typebox";
import type { ToolResult } from "./tool-result.ts";

/** Meaning as in MCP. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** What a renderer may use; `keyHint` is absent on Pi before 1.x. */
export interface RenderContext {
  readonly isError: boolean;
  keyHint?(keybinding: "app.tools.expand", description: string): string;
}

export interface ToolSpec<Schema extends TSchema, Data extends object> {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly promptSnippet: string;
  readonly promptGuidelines: string[];
  readonly parameters: Schema;
  /** Of a successful result's data. */
  readonly outputSchema: TSchema;
  readonly annotations: ToolAnnotations;
  readonly executionMode: "sequential" | "parallel";
  execute(
    id: string,
    params: Static<Schema>,
    signal: AbortSignal | undefined,
    onUpdate: ((partial: ToolResult<Data>) => void) | undefined,
    ctx: ExtensionContext,
  ): Promise<ToolResult<Data>>;
  renderCall(args: Partial<Static<Schema>>, theme: Theme, context: RenderContext): Component;
  renderResult(
    result: Pick<ToolResult<Data>, "content" | "details">,
    options: ToolRenderResultOptions,
    theme: Theme,
    context: RenderContext,
  ): Component;
}

/** Pi's own type of a tool. */
type PiTool = Parameters<ExtensionAPI["registerTool"]>[0];

export function registerTool<Schema extends TSchema, Data extends object>(
  pi: ExtensionAPI,
  spec: ToolSpec<Schema, Data>,
): void {
  // SAFETY: to Pi a schema is plain JSON Schema, whatever built it; our bundled TypeBox makes such schemas, but its types
  // are another package's to TypeScript. Everything else in ToolSpec is checked against how Pi calls it by the e2e tests.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  pi.registerTool(spec as unknown as PiTool);
}
