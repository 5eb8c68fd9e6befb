/** The command line of the program. Pure. */

import { parseArgs } from "node:util";
import type { StudioBehaviour } from "../behaviour.ts";
import { type Generation, generations, isGeneration } from "../generation.ts";

export const USAGE = `Usage: studio-standin --generation 2026-07|2026-08 [options]

A stand-in for Roblox Studio's MCP server, on stdin and stdout.

  --place PATH          a .rbxlx or .rbxmx file, or a Rojo project (built with rojo); repeat for more windows
  --place-id N          place id of the --place at the same position; 0 (a local file) by default
  --game-id N           game id likewise
  --name TEXT           name likewise; the file's by default
  --follow HOST:PORT    the first window follows a running rojo serve, as Studio's plugin for Rojo does
  --start-page          one more window, with no place open
  --set NAME=VALUE      a switch of behaviour (src/studio/mcp/behaviour.ts) or of the DataModel (src/studio/vm/switches.ts)
  --vm web|lune         the virtual machine; web by default, lune for large places
  --listen PORT         more clients can join with: studio-standin --connect PORT
  --control PORT        takes orders as JSON over HTTP on 127.0.0.1 (src/studio/mcp/program/orders.ts)
  --connect PORT        only carries messages to a stand-in in another process
  --wrapped             runs in a child process of its own, as behind cmd.exe
`;

export interface ProgramPlace {
  readonly path: string;
  readonly placeId: number | undefined;
  readonly gameId: number | undefined;
  readonly name: string | undefined;
}

export interface ProgramOptions {
  readonly generation: Generation;
  readonly places: readonly ProgramPlace[];
  readonly startPages: number;
  readonly follow: string | undefined;
  readonly switches: Readonly<Record<string, unknown>>;
  readonly vm: "web" | "lune";
  readonly listenPort: number | undefined;
  readonly controlPort: number | undefined;
}

/** What is wrong with a command line. */
export class UsageError extends Error {}

function wholeNumber(text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new UsageError(`${flag} takes a whole number, not ${JSON.stringify(text)}`);
  return Number(text);
}

/** `NAME=VALUE`, where a value that is JSON is read as such. */
function switchOf(text: string): readonly [string, unknown] {
  const at = text.indexOf("=");
  if (at === -1) throw new UsageError(`--set takes NAME=VALUE, not ${JSON.stringify(text)}`);
  const value = text.slice(at + 1);
  try {
    return [text.slice(0, at), JSON.parse(value)];
  } catch (error) {
    if (error instanceof SyntaxError) return [text.slice(0, at), value];
    throw error;
  }
}

function readFlags(argv: readonly string[]) {
  const many = { type: "string", multiple: true, default: [] as string[] } as const;
  try {
    return parseArgs({
      args: [...argv],
      options: {
        generation: { type: "string" },
        place: many,
        "place-id": many,
        "game-id": many,
        name: many,
        follow: { type: "string" },
        "start-page": { type: "boolean", multiple: true, default: [] as boolean[] },
        set: many,
        vm: { type: "string", default: "web" },
        listen: { type: "string" },
        control: { type: "string" },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** @returns undefined when help was asked for @throws UsageError */
export function parseOptions(argv: readonly string[]): ProgramOptions | undefined {
  const flags = readFlags(argv);
  if (flags.help) return undefined;
  const { generation = "", vm } = flags;
  if (!isGeneration(generation)) throw new UsageError(`--generation must be one of ${generations.join(", ")}`);
  if (vm !== "web" && vm !== "lune") throw new UsageError("--vm must be web or lune");
  return {
    generation,
    places: flags.place.map((path, index) => ({
      path,
      placeId: wholeNumber(flags["place-id"][index], "--place-id"),
      gameId: wholeNumber(flags["game-id"][index], "--game-id"),
      name: flags.name[index],
    })),
    startPages: flags["start-page"].length,
    follow: flags.follow,
    switches: Object.fromEntries(flags.set.map(switchOf)),
    vm,
    listenPort: wholeNumber(flags.listen, "--listen"),
    controlPort: wholeNumber(flags.control, "--control"),
  };
}

/** Which switches concern the server; the others are the DataModel's. */
export function splitSwitches(
  switches: Readonly<Record<string, unknown>>,
  behaviour: StudioBehaviour,
): { readonly server: Partial<StudioBehaviour>; readonly engine: Readonly<Record<string, unknown>> } {
  const isServers = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(behaviour, name);
  const entries = Object.entries(switches);
  return {
    server: Object.fromEntries(entries.filter(isServers)) as Partial<StudioBehaviour>,
    engine: Object.fromEntries(entries.filter((entry) => !isServers(entry))),
  };
}
