/** One Studio window: the place that is open in it, its mode, its DataModels and its console. */

import { setTimeout as sleep } from "node:timers/promises";
import type { PlainValue } from "../../luau/values/plain-value.ts";
import type { DataModel } from "../../vm/data-model.ts";
import type { Notice, PlaceInfo } from "../../vm/protocol.ts";
import { VmError } from "../../vm/vm-error.ts";
import type { StudioBehaviour } from "../behaviour.ts";
import type { Place } from "../place.ts";
import { FAILURES, notReachable, StudioFailure } from "../studio-failure.ts";
import { Console } from "./console.ts";
import { type DataModelType, type PlayMode, PlaySession } from "./play-session.ts";
import { ReadHistory } from "./read-history.ts";

interface OpenPlace {
  /** As it was when it was opened. */
  readonly opened: Place;
  readonly edit: DataModel;
}

interface StudioWindowOptions {
  readonly id: string;
  readonly openDataModel: (place: Place) => Promise<DataModel>;
  /** Asked at each use, so that it can be changed while the window is open. */
  readonly behaviour: () => StudioBehaviour;
}

const TEST_MODES: Readonly<Record<Extract<Notice, { kind: "startTest" }>["mode"], PlayMode>> = {
  play: "Play",
  run: "Run",
  multiplayer: "Test",
};

export class StudioWindow {
  /** A new one after each restart of Studio [A3]. */
  readonly id: string;
  readonly console = new Console();
  readonly readHistory = new ReadHistory();
  /** Generations that were started. */
  readonly jobs = new Set<string>();
  readonly #openDataModel: StudioWindowOptions["openDataModel"];
  readonly #behaviour: () => StudioBehaviour;
  readonly #modeListeners = new Set<() => void>();
  #place: OpenPlace | undefined;
  #play: PlaySession | undefined;
  /** A start or a stop that is under way. */
  #change: "starting" | "stopping" | undefined;

  constructor({ id, openDataModel, behaviour }: StudioWindowOptions) {
    this.id = id;
    this.#openDataModel = openDataModel;
    this.#behaviour = behaviour;
  }

  /** What Studio calls the place; undefined on the start page. */
  get place(): PlaceInfo | undefined {
    return this.#place?.opened.info;
  }

  get mode(): "Edit" | PlayMode {
    return this.#play?.mode ?? "Edit";
  }

  get play(): PlaySession | undefined {
    return this.#play;
  }

  get availableDataModels(): readonly DataModelType[] {
    return this.#play?.dataModelTypes ?? ["Edit"];
  }

  /**
   * The DataModel for editing, whatever the mode: Studio itself has it in Play, too, though no tool reaches it then.
   * @throws StudioFailure on the start page
   */
  get edit(): DataModel {
    if (this.#place === undefined) throw new StudioFailure(FAILURES.noPlace);
    return this.#place.edit;
  }

  /** The DataModel that the viewport shows. @throws StudioFailure on the start page */
  get focused(): DataModel {
    return this.#play === undefined ? this.edit : this.#play.focused;
  }

  /** @throws StudioFailure when there is none of that type in this mode */
  dataModel(type: DataModelType): DataModel {
    const forEditing = type === "Edit" ? this.edit : undefined;
    const found = this.#play === undefined ? forEditing : this.#play.dataModel(type);
    if (found === undefined) throw notReachable(type);
    return found;
  }

  /** The place as it would be saved; undefined on the start page. Where code has hung Studio, as it was opened. */
  async saved(): Promise<Place | undefined> {
    const place = this.#place;
    if (place === undefined) return undefined;
    try {
      return { info: place.opened.info, tree: await place.edit.snapshot() };
    } catch (error) {
      if (error instanceof VmError) return place.opened;
      throw error;
    }
  }

  /** Opens a place in the window, in place of the one that is open. */
  async openPlace(place: Place): Promise<void> {
    await this.closePlace();
    const edit = await this.#openDataModel(place);
    edit.onMessage(({ text }) => this.console.add(text));
    edit.onNotice((notice) => {
      if (notice.kind === "startTest") this.#run(this.#start(TEST_MODES[notice.mode], notice.arguments ?? null));
    });
    this.#place = { opened: place, edit };
  }

  /** Back to the start page: a playtest ends, changes are gone. */
  async closePlace(): Promise<void> {
    await this.#endPlay(null);
    const place = this.#place;
    this.#place = undefined;
    this.console.clear();
    await place?.edit.close();
  }

  /** Calls `listener` after each change between Edit and another mode. @returns a function that stops it */
  onModeChange(listener: () => void): () => void {
    this.#modeListeners.add(listener);
    return () => this.#modeListeners.delete(listener);
  }

  /**
   * Starts a playtest, as the tool does or as a person does with one of Studio's buttons.
   * @throws StudioFailure while another start or stop is under way, or a playtest runs
   */
  start(mode: PlayMode = "Play"): Promise<void> {
    return this.#start(mode, null);
  }

  /**
   * Ends the playtest with all that was changed in it; without one, nothing happens.
   * @throws StudioFailure while a start or a stop is under way
   */
  async stop(): Promise<void> {
    await this.#stop(null);
  }

  async #start(mode: PlayMode, testArguments: PlainValue): Promise<void> {
    const { edit } = this;
    this.#checkIdle();
    if (this.#play !== undefined) throw new StudioFailure(FAILURES.startBusy);
    const { clearsConsoleOnStart, startMs, foreignLines } = this.#behaviour();
    this.#change = "starting";
    const loaded = Promise.withResolvers<void>();
    try {
      if (clearsConsoleOnStart) this.console.clear();
      const play = await PlaySession.start({
        mode,
        edit,
        loadMs: startMs,
        testArguments,
        onMessage: (text) => this.console.add(text),
        // A script may ask for the end before the game counts as loaded.
        onEndTest: (value) => this.#run(loaded.promise.then(() => this.#stop(value))),
      });
      if (this.#place?.edit !== edit) {
        // The place was closed in the meantime.
        await play.close();
        throw new StudioFailure(FAILURES.activeGone);
      }
      this.#play = play;
      for (const line of foreignLines) this.console.add(line);
    } finally {
      this.#change = undefined;
    }
    this.#tellModeChange();
    loaded.resolve();
  }

  async #stop(value: PlainValue): Promise<void> {
    this.#checkIdle();
    if (this.#play === undefined) return;
    this.#change = "stopping";
    try {
      await sleep(this.#behaviour().stopMs);
      await this.#endPlay(value);
    } finally {
      this.#change = undefined;
    }
  }

  #checkIdle(): void {
    if (this.#change === "starting") throw new StudioFailure(FAILURES.startBusy);
    if (this.#change === "stopping") throw new StudioFailure(FAILURES.stopBusy);
  }

  async #endPlay(value: PlainValue): Promise<void> {
    const play = this.#play;
    if (play === undefined) return;
    this.#play = undefined;
    await play.close();
    // A call of StudioTestService that started the test goes on.
    await this.#place?.edit.finishTest(value);
    this.#tellModeChange();
  }

  #tellModeChange(): void {
    for (const listener of this.#modeListeners) listener();
  }

  /** What code starts by itself has nobody to tell but the console. */
  #run(work: Promise<void>): void {
    work.catch((error: unknown) => this.console.add(error instanceof Error ? error.message : String(error)));
  }
}
