/**
 * What differs between builds of the server, is not known for certain, or goes wrong only sometimes. All of it can be
 * changed while the stand-in runs. Sources in brackets are sections of the facts on Roblox. Pure.
 */

import type { Generation } from "./generation.ts";

export interface StudioBehaviour {
  /** A returned string comes as a JSON string literal, as from newer proxies [A6]. */
  readonly quotesStrings: boolean;
  /** Failures as results with `isError`, or as JSON-RPC errors that begin with the tool's name [A6, A9]. */
  readonly failures: "result" | "rpc";
  /** Most characters of a console text: about 10,000, later about 20,000 [A8]. */
  readonly maxConsoleLength: number;
  /** Which end of a console that is too long is kept; older builds keep the oldest lines [A8]. */
  readonly consoleKeeps: "oldest" | "newest";
  /** Starting a playtest clears the console [A7]. */
  readonly clearsConsoleOnStart: boolean;
  /** What another plugin prints when a playtest has started [A8]. */
  readonly foreignLines: readonly string[];
  /** Live: 2.02 to 2.09 s [A7]. */
  readonly startMs: number;
  /** Live: 1.23 to 1.25 s [A7]. */
  readonly stopMs: number;
  /** So many stop calls of a playtest answer that stopping has not finished, and stop nothing [hazard 36]. */
  readonly refusedStops: number;
  /** So many stop calls of a playtest answer "Game Stopped", and stop nothing [hazard 36]. */
  readonly ineffectiveStops: number;
  /** So many calls to the Client after a start answer that it is not reachable [A7, hazard 37]. */
  readonly unreachableClientCalls: number;
  /** So many calls after those answer that the code could not be parsed, as for a syntax error [A6]. */
  readonly unparsedClientCalls: number;
  /** So many calls of a connection answer that the proxy has not reached its hub yet [A9]. */
  readonly callsBeforeHub: number;
  /** With one Studio open, a connection has it active without choosing; live in July [A3]. */
  readonly activatesOnlyStudio: boolean;
  /** Studio's window is hidden, so nothing can be captured [A4]. */
  readonly isMinimised: boolean;
  /** How far script_grep's line numbers are off below line 100; 15 was measured [hazard 40]. */
  readonly grepLineError: number;
  /** So many script_read calls of one script give the text before its last change [hazard 23]. */
  readonly staleReads: number;
  /** The character stands still although the answer is success [A4]. */
  readonly characterStuck: boolean;
  /** Tools that the build does not have, by name [A2]. */
  readonly hiddenTools: readonly string[];
  /**
   * Arguments that the build calls otherwise, by tool and by the name in tables/tool-table.ts, such as
   * `{ script_grep: { query: "pattern" } }` [A4].
   */
  readonly renamedArguments: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Longest time for code that yields; undefined for none. Reports say 20 s and none at all [A6, uncertain]. */
  readonly executeLimitMs: number | undefined;
}

/** As measured on real builds, where anything was. */
export function liveBehaviour(generation: Generation): StudioBehaviour {
  const isNewer = generation === "2026-08";
  return {
    quotesStrings: isNewer,
    failures: "result",
    maxConsoleLength: isNewer ? 20_000 : 10_000,
    consoleKeeps: isNewer ? "newest" : "oldest",
    clearsConsoleOnStart: true,
    foreignLines: [],
    startMs: 2050,
    stopMs: 1240,
    refusedStops: 0,
    ineffectiveStops: 0,
    unreachableClientCalls: 0,
    unparsedClientCalls: 0,
    callsBeforeHub: 0,
    activatesOnlyStudio: true,
    isMinimised: false,
    grepLineError: 0,
    staleReads: 0,
    characterStuck: false,
    hiddenTools: [],
    renamedArguments: {},
    executeLimitMs: undefined,
  };
}
