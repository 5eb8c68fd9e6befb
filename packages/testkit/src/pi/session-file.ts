/** Finds and reads the session that a run wrote; tool calls of a run without an event stream come from it. */

import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { collectToolCalls, type PiEvent, type ToolCallRecord } from "./pi-events.ts";

/** One line of a session file; `type` tells which. The first is the header. */
export interface SessionEntry {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface SessionFile {
  /** Absolute. Gone after the run unless the caller gave the state or agent folder. */
  readonly path: string;
  readonly entries: readonly SessionEntry[];
}

async function listSessions(agentDir: string): Promise<string[]> {
  try {
    const entries = await readdir(join(agentDir, "sessions"), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.name.endsWith(".jsonl")).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Pure. */
export function parseSession(text: string): SessionEntry[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as SessionEntry);
}

/**
 * The session written last since `sinceMs` (Unix epoch), of that id where one is known: several Pi may share an agent
 * folder. Undefined when there is none.
 */
export async function readSession(
  agentDir: string,
  sinceMs: number,
  sessionId: string | undefined,
): Promise<SessionFile | undefined> {
  const all = await listSessions(agentDir);
  const paths = sessionId === undefined ? all : all.filter((path) => path.includes(sessionId));
  const dated = await Promise.all(paths.map(async (path) => ({ path, mtimeMs: (await stat(path)).mtimeMs })));
  const written = dated.filter((file) => file.mtimeMs >= sinceMs);
  const newest = written.sort((a, b) => b.mtimeMs - a.mtimeMs)[0];
  if (newest === undefined) return undefined;
  return { path: newest.path, entries: parseSession(await readFile(newest.path, "utf8")) };
}

interface StoredMessage {
  readonly role: string;
  readonly content: unknown;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly isError?: boolean;
}

/** Messages of a session in file order. */
export function sessionMessages(entries: readonly SessionEntry[]): StoredMessage[] {
  return entries.filter((entry) => entry.type === "message").map((entry) => entry["message"] as StoredMessage);
}

/** The tool calls that a session records; partial results are not among what Pi stores. Pure. */
export function sessionToolCalls(entries: readonly SessionEntry[]): ToolCallRecord[] {
  const events = sessionMessages(entries).flatMap((message): PiEvent[] => {
    if (message.role === "toolResult") {
      const { toolCallId, isError } = message;
      return [{ type: "tool_execution_end", toolCallId, result: message, isError }];
    }
    if (message.role !== "assistant" || !Array.isArray(message.content)) return [];
    const calls = message.content.filter((block: { type?: unknown }) => block.type === "toolCall");
    return calls.map((block: { id: string; name: string; arguments: unknown }) => ({
      type: "tool_execution_start",
      toolCallId: block.id,
      toolName: block.name,
      args: block.arguments,
    }));
  });
  return collectToolCalls(events);
}
