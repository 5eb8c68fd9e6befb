/**
 * What the scripted model answers, as data. Each request of Pi to the model takes one turn, in order: a prompt, the
 * next step after tool results, a compaction summary. Pure.
 */

/**
 * Stands for a value of an earlier tool result. `$result` is a dotted path into `{text, details, isError}`; `tool`
 * picks the latest result of that tool, the latest of all when absent.
 */
export interface ResultReference {
  readonly $result: string;
  readonly tool?: string;
}

export interface FauxCall {
  readonly name: string;
  /** References to earlier results may stand anywhere in it. */
  readonly args: Readonly<Record<string, unknown>>;
}

export interface FauxUsage {
  readonly input?: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  /** US dollars. */
  readonly cost?: number;
}

export interface FauxTurn {
  readonly thinking?: string;
  readonly text?: string | ResultReference;
  readonly calls?: readonly FauxCall[];
  /** The request fails with this provider error. Wording such as `529 overloaded` makes Pi retry, with real waits. */
  readonly error?: string;
  /** `length`: the answer is cut off at the output limit. */
  readonly stopReason?: "length";
  /** Replaces the estimate that Pi's faux provider makes. */
  readonly usage?: FauxUsage;
  /** Silence before the first token; an abort ends it at once. */
  readonly delayMs?: number;
}

export interface FauxModel {
  readonly contextWindow?: number;
  readonly maxTokens?: number;
  readonly reasoning?: boolean;
  /** Streams at about this speed; as fast as possible when absent. */
  readonly tokensPerSecond?: number;
}

/** Turns as data, or the absolute path of a module whose default export makes them from what the model sees. */
export type FauxScript = (
  | { readonly turns: readonly FauxTurn[]; readonly module?: never }
  | { readonly module: string; readonly turns?: never }
) & { readonly model?: FauxModel };

/** A script, or just its turns. */
export type FauxScriptInput = FauxScript | readonly FauxTurn[];

/** A tool as the model is told about it. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** One request to the model, the same shape on every Pi version: system messages are folded into `systemPrompt`. */
export interface ModelRequest {
  /** Position in the run, from 0. */
  readonly index: number;
  readonly systemPrompt: string;
  readonly tools: readonly ModelTool[];
  readonly messages: readonly ModelMessage[];
}

export interface ModelMessage {
  readonly role: string;
  readonly content: unknown;
  readonly toolName?: string;
  readonly details?: unknown;
  readonly isError?: boolean;
}

/** Default export of a script module. */
export type FauxScriptFunction = (request: ModelRequest) => FauxTurn | Promise<FauxTurn>;

/** A turn that answers with text and ends the run. */
export function say(text: string | ResultReference, extra: Omit<FauxTurn, "text"> = {}): FauxTurn {
  return { ...extra, text };
}

/** A turn that calls one tool. For several at once write `{ calls: [...] }`. */
export function call(name: string, args: Readonly<Record<string, unknown>> = {}, extra: FauxTurn = {}): FauxTurn {
  return { ...extra, calls: [...(extra.calls ?? []), { name, args }] };
}

/** A turn that fails as a provider does. */
export function fail(error: string): FauxTurn {
  return { error };
}

/** A value of an earlier tool result, for use inside arguments or as the text of a turn. */
export function resultOf(path: string, tool?: string): ResultReference {
  return { $result: path, ...(tool === undefined ? {} : { tool }) };
}

export function toScript(input: FauxScriptInput): FauxScript {
  return Array.isArray(input) ? { turns: input as readonly FauxTurn[] } : (input as FauxScript);
}
