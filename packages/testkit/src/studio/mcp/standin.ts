/**
 * The Studio stand-in for tests: Studios in this process, and the command line of the MCP server for a client to spawn.
 * What a client spawns is a thin proxy, as with the original: Studio outlives it, and several clients may have one each.
 */

import { fileURLToPath } from "node:url";
import { followRojo, type RojoFollower } from "../rojo-follow/follow-rojo.ts";
import type { StudioBehaviour } from "./behaviour.ts";
import type { StudioWindow } from "./host/studio-window.ts";
import type { PlaceSource } from "./place-source.ts";
import type { Fault } from "./server/faults.ts";
import { listen } from "./server/listener.ts";
import type { ReceivedCall } from "./server/mcp-connection.ts";
import { type ComputerOptions, StudioComputer } from "./studio-computer.ts";

const PROGRAM = fileURLToPath(new URL("../../../bin/studio-standin.mjs", import.meta.url));

/** Play cycles in no time; what they were measured at is in `liveBehaviour`. */
const IN_NO_TIME: Partial<StudioBehaviour> = { startMs: 0, stopMs: 0 };

export interface StudioStandinOptions extends ComputerOptions {
  /** What is open: a place for each window, null for a start page. One window with a new place by default. */
  readonly studios?: readonly (PlaceSource | null)[];
}

export interface CommandLine {
  /** Absolute path of a program. */
  readonly command: string;
  readonly args: readonly string[];
}

export interface StudioStandin extends AsyncDisposable {
  /** What a client spawns. */
  readonly server: CommandLine;
  /** The same behind another process, as `cmd.exe /c mcp.bat` is on Windows: whoever ends that one leaves the server. */
  readonly wrappedServer: CommandLine;
  readonly studios: readonly StudioWindow[];
  /** Calls that came in so far, oldest first. */
  readonly calls: readonly ReceivedCall[];
  openStudio(source?: PlaceSource): Promise<StudioWindow>;
  closeStudio(studio: StudioWindow): Promise<void>;
  /** @param source what is open then; by default the place as it was */
  restartStudio(studio: StudioWindow, source?: PlaceSource): Promise<StudioWindow>;
  /** Opens another place in the same window. */
  openPlace(studio: StudioWindow, source: PlaceSource): Promise<void>;
  /**
   * Follows a running `rojo serve` as Studio's plugin does. @param address `host:port`
   * @throws when there is no server, or it refuses the place
   */
  followRojo(studio: StudioWindow, address: string): Promise<RojoFollower>;
  behave(changes: Partial<StudioBehaviour>): void;
  fault(fault: Fault): void;
  clearFaults(): void;
  /** Ends all connections: their servers exit with 0 (`drop`) or 1 (`crash`). Studio goes on. */
  disconnect(how: "drop" | "crash"): void;
  readonly close: () => Promise<void>;
}

/**
 * @throws HarnessError PLACE_INVALID for a place file that is none
 * @throws the error of Node when a place cannot be read or built
 */
export async function startStudioStandin(options: StudioStandinOptions): Promise<StudioStandin> {
  const { studios = [{ tree: { roots: [] } }], behaviour, ...others } = options;
  const computer = new StudioComputer({ ...others, behaviour: { ...IN_NO_TIME, ...behaviour } });
  const { host, faults, calls } = computer;
  const listener = await listen({ host, faults, onCall: (call) => calls.push(call) });
  const followers: RojoFollower[] = [];
  const close = async (): Promise<void> => {
    for (const follower of followers) await follower.stop();
    await listener.close();
    await computer.close();
  };
  try {
    for (const source of studios) await computer.openStudio(source ?? undefined);
  } catch (error) {
    await close();
    throw error;
  }
  const args = [PROGRAM, "--connect", String(listener.port)];
  return {
    server: { command: process.execPath, args },
    wrappedServer: { command: process.execPath, args: [...args, "--wrapped"] },
    get studios() {
      return computer.windows;
    },
    calls,
    openStudio: (source) => computer.openStudio(source),
    closeStudio: (studio) => computer.closeStudio(studio),
    restartStudio: (studio, source) => computer.restartStudio(studio, source),
    openPlace: (studio, source) => computer.openPlace(studio, source),
    followRojo: async (studio, address) => {
      const follower = await followRojo(studio, address);
      followers.push(follower);
      return follower;
    },
    behave: (changes) => computer.behave(changes),
    fault: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    disconnect: (how) => listener.disconnect(how),
    close,
    [Symbol.asyncDispose]: close,
  };
}
