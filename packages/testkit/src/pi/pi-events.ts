/** Reads Pi's event stream: tool calls, answers, usage. The same for JSON mode, RPC mode and both Pi versions. Pure. */

import { textOf } from "./result-reference.ts";

/** One record of Pi's stream; `type` tells which. Unknown ones are kept as they are. */
export interface PiEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface ImageBlock {
  readonly data: string;
  readonly mimeType: string;
}

export interface ToolResult {
  /** Text blocks joined by newlines: what the model reads. */
  readonly text: string;
  readonly images: readonly ImageBlock[];
  readonly details: unknown;
  /** Known from an event stream only: sessions do not keep it, so in print mode it is always undefined. */
  readonly structuredContent: unknown;
  readonly isError: boolean;
}

export interface ToolCallRecord {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Partial results in order of arrival, as text. */
  readonly updates: readonly string[];
  /** Undefined when the run ended before the tool did. */
  readonly result: ToolResult | undefined;
}

interface RawResult {
  readonly content?: unknown;
  readonly details?: unknown;
  readonly structuredContent?: unknown;
}

function imagesOf(content: unknown): ImageBlock[] {
  if (!Array.isArray(content)) return [];
  return content
    .filter((block: { type?: unknown }) => block.type === "image")
    .map(({ data, mimeType }: ImageBlock) => ({ data, mimeType }));
}

function toResult(raw: RawResult, isError: boolean): ToolResult {
  return {
    text: textOf(raw.content),
    images: imagesOf(raw.content),
    details: raw.details,
    structuredContent: raw.structuredContent,
    isError,
  };
}

/** The record of a line, or undefined when it is not a JSON object with a `type`. */
export function parseEvent(line: string): PiEvent | undefined {
  if (!line.startsWith("{")) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  return typeof (value as PiEvent).type === "string" ? (value as PiEvent) : undefined;
}

/** Tool calls of a stream in the order in which they started. */
export function collectToolCalls(events: readonly PiEvent[]): ToolCallRecord[] {
  const calls = new Map<string, { record: ToolCallRecord; updates: string[] }>();
  for (const event of events) {
    const id = String(event["toolCallId"]);
    if (event.type === "tool_execution_start") {
      const updates: string[] = [];
      const args = event["args"] as ToolCallRecord["args"];
      calls.set(id, { record: { id, name: String(event["toolName"]), args, updates, result: undefined }, updates });
    } else if (event.type === "tool_execution_update") {
      calls.get(id)?.updates.push(textOf((event["partialResult"] as RawResult).content));
    } else if (event.type === "tool_execution_end") {
      const entry = calls.get(id);
      if (entry === undefined) continue;
      entry.record = { ...entry.record, result: toResult(event["result"] as RawResult, event["isError"] === true) };
    }
  }
  return [...calls.values()].map((entry) => entry.record);
}

interface AssistantMessage {
  readonly role: string;
  readonly content: unknown;
  readonly stopReason?: string;
  readonly errorMessage?: string;
}

/** The completed messages of a stream. */
export function collectMessages(events: readonly PiEvent[]): AssistantMessage[] {
  return events.filter((event) => event.type === "message_end").map((event) => event["message"] as AssistantMessage);
}

/** Text of the last assistant message, empty when there is none. */
export function finalTextOf(messages: readonly { readonly role: string; readonly content: unknown }[]): string {
  return textOf(messages.findLast((message) => message.role === "assistant")?.content);
}
