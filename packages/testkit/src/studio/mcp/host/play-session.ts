/** A playtest: copies of the place for server and client, which vanish with all that was changed in them [A7]. */

import { setTimeout as sleep } from "node:timers/promises";
import type { PlainValue } from "../../luau/values/plain-value.ts";
import type { DataModel } from "../../vm/data-model.ts";

/** Word of a mode other than Edit. The tool makes "Play"; Studio's newer buttons have words of their own [hazard 49]. */
export type PlayMode = "Play" | "Run" | "Test" | (string & {});

export type DataModelType = "Edit" | "Client" | "Server";

interface PlayOptions {
  readonly mode: PlayMode;
  readonly edit: DataModel;
  /** Least time until the game counts as loaded. */
  readonly loadMs: number;
  /** What StudioTestService:GetTestArgs gives. */
  readonly testArguments: PlainValue;
  readonly onMessage: (text: string) => void;
  /** The game asked to be ended (StudioTestService:EndTest) [A12]. */
  readonly onEndTest: (value: PlainValue) => void;
}

/** Modes without a player. */
const SERVER_ONLY: ReadonlySet<string> = new Set(["Run"]);

export class PlaySession {
  readonly mode: PlayMode;
  /** Calls to the client and stops so far, by which transient faults count. */
  readonly counts = { clientCalls: 0, stops: 0 };
  readonly #copies: ReadonlyMap<DataModelType, DataModel>;

  private constructor(mode: PlayMode, copies: ReadonlyMap<DataModelType, DataModel>) {
    this.mode = mode;
    this.#copies = copies;
  }

  /** Resolves when the game is loaded. */
  static async start({ mode, edit, loadMs, testArguments, onMessage, onEndTest }: PlayOptions): Promise<PlaySession> {
    const loaded = sleep(loadMs);
    const server = await edit.fork("server", testArguments);
    const client = SERVER_ONLY.has(mode) ? undefined : await edit.fork("client", testArguments);
    const copies = new Map<DataModelType, DataModel>([
      ...(client === undefined ? [] : ([["Client", client]] as const)),
      ["Server", server],
    ]);
    server.onNotice((notice) => {
      if (notice.kind === "endTest") onEndTest(notice.value ?? null);
    });
    for (const copy of client === undefined ? [server] : [server, client]) {
      copy.onMessage(({ text }) => onMessage(text));
      await copy.startScripts();
    }
    await loaded;
    return new PlaySession(mode, copies);
  }

  /** In the order in which Studio lists them. */
  get dataModelTypes(): readonly DataModelType[] {
    return [...this.#copies.keys()];
  }

  dataModel(type: DataModelType): DataModel | undefined {
    return this.#copies.get(type);
  }

  /** What the viewport shows: the client where there is one. */
  get focused(): DataModel {
    const [first] = this.#copies.values();
    if (first === undefined) throw new Error("a playtest has no DataModel");
    return first;
  }

  async close(): Promise<void> {
    for (const copy of this.#copies.values()) await copy.close();
  }
}
