/**
 * A Pi extension that is the scripted model `faux/faux-1`. It runs inside Pi, on every supported version, and talks to
 * the harness through the folder named in TESTKIT_FAUX_DIR: it reads `script.json` and appends to `requests.jsonl` what
 * the model saw. That log is also the position in the script, so a reload or a new session goes on where it was.
 */

import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { HarnessError } from "../harness-error.ts";
import type {
  FauxScript,
  FauxScriptFunction,
  FauxTurn,
  FauxUsage,
  ModelMessage,
  ModelRequest,
  ModelTool,
} from "./faux-script.ts";
import { resolveTurn } from "./result-reference.ts";

/** What a request looks like: 1.x folds prompt and tools into system messages, 0.85 has them beside the messages. */
interface PiContext {
  readonly systemPrompt?: string;
  readonly tools?: readonly ModelTool[];
  readonly messages: readonly ModelMessage[];
}

interface PiStream {
  push(event: { message?: object; error?: object }): void;
  end(result?: object): void;
}

type StreamFunction = (model: unknown, context: PiContext, options?: { signal?: AbortSignal }) => PiStream;

interface PiProvider {
  stream: StreamFunction;
  streamSimple: StreamFunction;
}

/** Resolved by Pi to its own copy. Not a literal in the import: this package does not depend on any one version. */
const PI_AI: string = "@earendil-works/pi-ai";

/** The part of `@earendil-works/pi-ai` that is used here. */
interface PiAi {
  fauxProvider(options: object): {
    provider: PiProvider;
    setResponses(steps: ((context: PiContext, options?: { signal?: AbortSignal }) => Promise<object>)[]): void;
  };
  fauxAssistantMessage(content: object[], options: object): object;
  fauxText(text: string): object;
  fauxThinking(text: string): object;
  fauxToolCall(name: string, args: unknown): object;
  getCurrentSystemPrompt?(messages: readonly ModelMessage[]): string;
  getCurrentTools?(messages: readonly ModelMessage[]): readonly ModelTool[];
}

interface PiHost {
  registerProvider(provider: PiProvider): void;
  registerCommand(name: string, command: object): void;
  on(event: "session_start", handler: () => void): void;
}

function describeRequest(ai: PiAi, context: PiContext, index: number): ModelRequest {
  const systemPrompt = context.systemPrompt ?? ai.getCurrentSystemPrompt?.(context.messages) ?? "";
  const tools = context.tools ?? ai.getCurrentTools?.(context.messages) ?? [];
  return {
    index,
    systemPrompt,
    tools: tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    messages: context.messages.filter((message) => message.role !== "system"),
  };
}

async function loadTurns(script: FauxScript): Promise<FauxScriptFunction> {
  if (script.module !== undefined) {
    const loaded = (await import(pathToFileURL(script.module).href)) as { default: FauxScriptFunction };
    return loaded.default;
  }
  const { turns } = script;
  return ({ index }) => {
    const turn = turns[index];
    if (turn !== undefined) return turn;
    throw new HarnessError("SCRIPT_EXHAUSTED", `request ${index + 1} of a script with ${turns.length} turns`);
  };
}

function toMessage(ai: PiAi, turn: FauxTurn): object {
  if (turn.error !== undefined) {
    return ai.fauxAssistantMessage([], { stopReason: "error", errorMessage: turn.error });
  }
  const calls = turn.calls ?? [];
  const content = [
    ...(turn.thinking === undefined ? [] : [ai.fauxThinking(turn.thinking)]),
    ...(turn.text === undefined ? [] : [ai.fauxText(turn.text as string)]),
    ...calls.map((call) => ai.fauxToolCall(call.name, call.args)),
  ];
  return ai.fauxAssistantMessage(content, { stopReason: turn.stopReason ?? (calls.length > 0 ? "toolUse" : "stop") });
}

/** Ends early, without an error, when `signal` aborts. */
function sleep(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(finish, delayMs);
    signal?.addEventListener("abort", finish, { once: true });
    if (signal?.aborted === true) finish();
  });
}

function toPiUsage(usage: FauxUsage): object {
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0, cost = 0 } = usage;
  const totalTokens = input + output + cacheRead + cacheWrite;
  return {
    input,
    output,
    cacheRead,
    cacheWrite,
    totalTokens,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: cost },
  };
}

/** Pi's faux provider overwrites usage with an estimate; a scripted one replaces that on the way out. */
function replaceUsage(stream: PiStream, usageOf: () => FauxUsage | undefined): PiStream {
  const push = stream.push.bind(stream);
  const end = stream.end.bind(stream);
  const patch = <T extends object>(message: T): T => {
    const usage = usageOf();
    return usage === undefined ? message : { ...message, usage: toPiUsage(usage) };
  };
  stream.push = (event) =>
    push({
      ...event,
      ...(event.message === undefined ? {} : { message: patch(event.message) }),
      ...(event.error === undefined ? {} : { error: patch(event.error) }),
    });
  stream.end = (result) => end(result === undefined ? undefined : patch(result));
  return stream;
}

// oxlint-disable-next-line import/no-default-export -- Pi calls the default export of an extension
export default async function fauxExtension(pi: PiHost): Promise<void> {
  const directory = process.env["TESTKIT_FAUX_DIR"];
  if (directory === undefined) throw new Error("TESTKIT_FAUX_DIR is not set: start Pi through the test kit");
  const ai = (await import(PI_AI)) as PiAi;
  const script = JSON.parse(readFileSync(join(directory, "script.json"), "utf8")) as FauxScript;
  const nextTurn = await loadTurns(script);
  const log = join(directory, "requests.jsonl");
  let index = existsSync(log) ? readFileSync(log, "utf8").split("\n").length - 1 : 0;

  const { tokensPerSecond, ...model } = script.model ?? {};
  const faux = ai.fauxProvider({
    ...(tokensPerSecond === undefined ? {} : { tokensPerSecond }),
    models: [{ id: "faux-1", name: "Faux", ...model }],
  });
  const nextTurnOrFault = async (request: ModelRequest): Promise<FauxTurn> => {
    try {
      return resolveTurn(await nextTurn(request), request.messages);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      appendFileSync(join(directory, "faults.txt"), `${message}\n`);
      return { error: message };
    }
  };
  const scripted =
    (stream: StreamFunction): StreamFunction =>
    (piModel, context, options) => {
      const request = describeRequest(ai, context, index++);
      appendFileSync(log, `${JSON.stringify(request)}\n`);
      let usage: FauxUsage | undefined;
      faux.setResponses([
        async () => {
          const turn = await nextTurnOrFault(request);
          usage = turn.usage;
          // An abort ends the silence; the faux provider itself then answers with an aborted message.
          if (turn.delayMs !== undefined) await sleep(turn.delayMs, options?.signal);
          return toMessage(ai, turn);
        },
      ]);
      return replaceUsage(stream(piModel, context, options), () => usage);
    };
  const { stream, streamSimple } = faux.provider;
  pi.registerProvider({ ...faux.provider, stream: scripted(stream), streamSimple: scripted(streamSimple) });

  // In the terminal the editor is drawn before Pi takes input; by session_start it does.
  pi.on("session_start", () => writeFileSync(join(directory, "ready"), ""));

  if (process.env["TESTKIT_RELOAD_COMMAND"] === "1") {
    pi.registerCommand("testkit-reload", {
      description: "Reload extensions, as /reload does in the terminal",
      handler: (_args: string, context: { reload(): Promise<void> }) => context.reload(),
    });
  }
}
