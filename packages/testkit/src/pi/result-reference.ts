/** Replaces references to earlier tool results in a turn by their values. Pure. */

import { HarnessError } from "../harness-error.ts";
import type { FauxTurn, ModelMessage, ResultReference } from "./faux-script.ts";

function isReference(value: unknown): value is ResultReference {
  return typeof value === "object" && value !== null && "$result" in value && typeof value.$result === "string";
}

/** The text blocks of a message's content, joined by newlines. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .filter((block: { type?: unknown }) => block.type === "text")
    .map((block: { text?: unknown }) => String(block.text))
    .join("\n");
}

function lookUp(reference: ResultReference, messages: readonly ModelMessage[]): unknown {
  const message = messages.findLast(
    (candidate) =>
      candidate.role === "toolResult" && (reference.tool === undefined || candidate.toolName === reference.tool),
  );
  const subject = `result of ${reference.tool ?? "any tool"}`;
  if (message === undefined)
    throw new HarnessError("SCRIPT_INVALID", `the script refers to a ${subject}; there is none`);
  const fields: Record<string, unknown> = {
    text: textOf(message.content),
    details: message.details,
    isError: message.isError,
  };
  let value: unknown = fields;
  for (const key of reference.$result.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) {
      const shown = JSON.stringify(fields).slice(0, 400);
      throw new HarnessError("SCRIPT_INVALID", `no ${reference.$result} in the ${subject}: ${shown}`);
    }
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function resolve(value: unknown, messages: readonly ModelMessage[]): unknown {
  if (isReference(value)) return lookUp(value, messages);
  if (Array.isArray(value)) return value.map((item) => resolve(item, messages));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item, messages)]));
}

/** @throws HarnessError SCRIPT_INVALID when a reference has no value. */
export function resolveTurn(turn: FauxTurn, messages: readonly ModelMessage[]): FauxTurn {
  return resolve(turn, messages) as FauxTurn;
}
