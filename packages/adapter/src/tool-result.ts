/**
 * Tool results on every supported Pi. 0.85.1 knows a failure only as a thrown error, which loses all details, and
 * ignores `isError` on a returned result; a `tool_result` hook sets the mark on both. `structuredContent` is new in 1.x
 * and ignored before.
 */

import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { describeFailure, type FailureReport, formatFailure } from "pi-extension-core/errors";

/** Plain JSON data, for scripts and for rendering. */
export type ResultData = Readonly<Record<string, unknown>>;

/** Details of a failed call. */
export interface FailureDetails {
  readonly error: FailureReport;
}

interface TextBlock {
  readonly type: "text";
  readonly text: string;
}

export interface ImageBlock {
  readonly type: "image";
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}

export interface ToolResult<Data extends object> {
  content: (TextBlock | ImageBlock)[];
  /** Undefined in partial results. */
  details: Data | FailureDetails | undefined;
  structuredContent?: never;
  isError?: boolean;
}

/** Every JSON value is a value of Pi's type, which an interface without index signature is not to TypeScript. */
function asStructured(data: object): never {
  // SAFETY: `data` is made of plain objects, arrays, strings, numbers and booleans; Pi serialises it as JSON.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return data as never;
}

/** @param data the complete result; the text is what the model reads, the images what it sees */
export function successResult<Data extends object>(
  text: string,
  data: Data,
  images: readonly ImageBlock[] = [],
): ToolResult<Data> {
  return { content: [{ type: "text", text }, ...images], details: data, structuredContent: asStructured(data) };
}

/** A partial result: what is going on. */
export function progressResult(text: string): ToolResult<never> {
  return { content: [{ type: "text", text }], details: undefined };
}

export function failureResult(error: unknown): ToolResult<never> {
  const report = describeFailure(error);
  return { content: [{ type: "text", text: formatFailure(report) }], details: { error: report }, isError: true };
}

export function isFailure(details: unknown): details is FailureDetails {
  return typeof details === "object" && details !== null && "error" in details;
}

/** Marks failures of the named tools as errors where Pi does not read the mark from the result. */
export function markFailures(pi: ExtensionAPI, toolNames: readonly string[]): void {
  pi.on("tool_result", ({ toolName, details }) =>
    toolNames.includes(toolName) && isFailure(details) ? { isError: true } : undefined,
  );
}

/**
 * Runs a tool's work. Every failure becomes an error result with code, hint and data; an abort stays an abort.
 */
export async function runTool<Data extends object>(
  signal: AbortSignal | undefined,
  work: () => Promise<ToolResult<Data>>,
): Promise<ToolResult<Data>> {
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    return failureResult(error);
  }
}
