/** Whether what `rojo sourcemap` printed is a whole sourcemap. What is in it is for its reader to judge. Pure. */

import { robloxError } from "../../../errors.ts";

export interface SourcemapText {
  /** JSON as Rojo printed it, without the line end. */
  readonly text: string;
  /** The parsed JSON: an object with `name` and `className`, or null when the project holds nothing to list. */
  readonly root: Readonly<Record<string, unknown>> | null;
}

function torn(problem: string, source: string, cause?: unknown): Error {
  return robloxError("ROJO_FAILED", `${source} ended well, but its sourcemap ${problem}`, {
    hint: "Try again; if it stays so, run `rojo sourcemap` by hand.",
    data: { problem },
    ...(cause === undefined ? {} : { cause }),
  });
}

function parsed(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw torn("is not whole JSON", source, error);
    throw error;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * `null` is Rojo's way to say that no instance is to be listed (7.7.1 cli/sourcemap.rs, without --include-non-scripts).
 * @param source who printed it, for messages
 * @throws ROJO_FAILED for empty output, JSON that is cut off, and JSON that is no sourcemap
 */
export function parseSourcemapText(stdout: string, source: string): SourcemapText {
  const text = stdout.trim();
  if (text === "") throw torn("is empty", source);
  const root = parsed(text, source);
  if (root === null) return { text, root };
  if (!isRecord(root) || typeof root["name"] !== "string" || typeof root["className"] !== "string")
    throw torn("has no root instance", source);
  return { text, root };
}
