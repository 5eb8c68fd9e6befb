/** What Studio's plugin for Rojo does in one window: brings the place to the state of a server, and keeps it there. */

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { StudioWindow } from "../mcp/host/studio-window.ts";
import { luauLiteral } from "../mcp/luau-program.ts";
import type { DataModel } from "../vm/data-model.ts";
import { messagesOf, readInfo, readTree } from "./rojo-server.ts";
import { type Operation, RojoTree } from "./rojo-tree.ts";

export interface RojoFollower {
  /** Name of the project that is served. */
  readonly projectName: string;
  /** How many messages have been applied. */
  readonly applied: number;
  /** A message has come in that waits for the end of a playtest. */
  readonly waiting: boolean;
  /** Resolves when the server has ended the connection, or `stop` was called. */
  readonly ended: Promise<void>;
  readonly stop: () => Promise<void>;
}

const readLuau = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`./luau/${name}.luau`, import.meta.url)), "utf8");

/** @returns how many values could not be written, as the plugin reports them */
async function applyTo(dataModel: DataModel, operations: readonly Operation[]): Promise<number> {
  const input = luauLiteral({ operations: JSON.stringify(operations) });
  const code = `local input = ${input}\n${readLuau("decode")}\n${readLuau("apply")}`;
  const result = await dataModel.execute(code, { chunkName: "user_Rojo.rbxm.Rojo.Plugin", recording: "Rojo: Patch" });
  if (!result.ok) throw new Error(`the place could not be changed: ${result.message}`);
  return Number(result.text);
}

/** The plugin waits while a playtest runs [A7]. @throws the reason of `signal` */
async function inEditMode(window: StudioWindow, signal: AbortSignal): Promise<void> {
  const aborted = once(signal, "abort");
  while (window.mode !== "Edit") {
    signal.throwIfAborted();
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = window.onModeChange(resolve);
    await Promise.race([promise, aborted]);
    stop();
  }
}

/**
 * Resolves when the place is as the server has it; from then on, changes arrive as they are made.
 * @param address `host:port` of a running `rojo serve`, 7.4 or newer
 * @param say gets what the plugin would print
 * @throws when there is no server, or it refuses the place
 */
export async function followRojo(
  window: StudioWindow,
  address: string,
  say: (text: string) => void = () => undefined,
): Promise<RojoFollower> {
  const controller = new AbortController();
  const { signal } = controller;
  const info = await readInfo(address, signal);
  const { expectedPlaceIds, projectName, serverVersion } = info;
  const placeId = window.place?.placeId ?? 0;
  if (expectedPlaceIds !== null && !expectedPlaceIds.includes(placeId))
    throw new Error(
      `the project ${projectName} is not for the place ${placeId}, but for ${expectedPlaceIds.join(", ")}`,
    );
  const { messageCursor, instances } = await readTree(address, info.rootInstanceId, signal);
  const tree = new RojoTree(info.rootInstanceId, instances);
  await inEditMode(window, signal);
  const skipped = await applyTo(window.edit, tree.reconcile());
  say(`following ${projectName} of Rojo ${serverVersion}; ${skipped} values cannot be written`);

  let applied = 0;
  let waiting = false;
  const follow = async (): Promise<void> => {
    try {
      for await (const message of messagesOf(address, info, messageCursor, signal)) {
        waiting = window.mode !== "Edit";
        await inEditMode(window, signal);
        waiting = false;
        await applyTo(window.edit, tree.apply(message));
        applied += 1;
      }
    } catch (error) {
      if (!signal.aborted)
        say(`no longer following ${projectName}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const ended = follow();
  return {
    projectName,
    get applied() {
      return applied;
    },
    get waiting() {
      return waiting;
    },
    ended,
    stop: async () => {
      controller.abort();
      await ended;
    },
  };
}
