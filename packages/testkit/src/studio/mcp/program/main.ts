/** The program that a person starts by hand: Studios and their MCP server in one process. */

import { liveBehaviour } from "../behaviour.ts";
import type { PlaceSource } from "../place-source.ts";
import { listen } from "../server/listener.ts";
import { openConnection } from "../server/mcp-connection.ts";
import { StudioComputer } from "../studio-computer.ts";
import { type ProgramOptions, type ProgramPlace, parseOptions, splitSwitches, USAGE, UsageError } from "./options.ts";
import { takeOrders } from "./orders.ts";
import { placeSourceAt } from "./place-argument.ts";

const say = (text: string): void => void process.stderr.write(`studio-standin: ${text}\n`);

async function sourceOf({ path, placeId, gameId, name }: ProgramPlace): Promise<PlaceSource> {
  const info = {
    ...(name === undefined ? {} : { name }),
    ...(placeId === undefined ? {} : { placeId }),
    ...(gameId === undefined ? {} : { gameId }),
  };
  return { ...(await placeSourceAt(path)), info };
}

async function openWindows(
  computer: StudioComputer,
  options: ProgramOptions,
  sources: readonly PlaceSource[],
): Promise<void> {
  for (const source of sources) {
    const window = await computer.openStudio(source);
    say(`opened ${window.place?.name ?? "a place"} as ${window.id}`);
  }
  for (let count = 0; count < options.startPages; count += 1) await computer.openStudio();
  const [first] = computer.windows;
  if (options.follow === undefined || first === undefined) return;
  const { followRojo } = await import("../../rojo-follow/follow-rojo.ts");
  await followRojo(first, options.follow, say);
}

async function run(options: ProgramOptions): Promise<void> {
  const { generation, vm, listenPort, controlPort } = options;
  const { server, engine } = splitSwitches(options.switches, liveBehaviour(generation));
  const computer = new StudioComputer({ generation, vm, behaviour: server, engine });
  const { host, faults, calls } = computer;
  const sources = await Promise.all(options.places.map(sourceOf));
  const onCall = (call: (typeof calls)[number]): void => void calls.push(call);
  process.stdin.once("end", () => process.exit(0));
  // Before the places are open: the original lists its tools without any Studio.
  await openConnection({
    host,
    faults,
    onCall,
    input: process.stdin,
    output: process.stdout,
    end: (how) => process.exit(how === "crash" ? 1 : 0),
  });
  if (controlPort !== undefined) await takeOrders(computer, controlPort);
  if (listenPort !== undefined) await listen({ host, faults, onCall, port: listenPort });
  await openWindows(computer, options, sources);
}

/** @param argv without node and script */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    const options = parseOptions(argv);
    if (options === undefined) process.stdout.write(USAGE);
    else await run(options);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exit(error instanceof UsageError ? 2 : 1);
  }
}
