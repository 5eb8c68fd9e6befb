/** A computer with Studios on it: opens and closes windows, changes how they behave, and records the calls. */

import { randomUUID } from "node:crypto";
import { createDataModel } from "../vm/data-model.ts";
import type { Switches } from "../vm/switches.ts";
import type { VmKind } from "../vm/vm.ts";
import { liveBehaviour, type StudioBehaviour } from "./behaviour.ts";
import type { Generation } from "./generation.ts";
import { StudioHost } from "./host/studio-host.ts";
import { StudioWindow } from "./host/studio-window.ts";
import { loadPlace, type PlaceSource } from "./place-source.ts";
import { Faults } from "./server/faults.ts";
import type { ReceivedCall } from "./server/mcp-connection.ts";

export interface ComputerOptions {
  readonly generation: Generation;
  readonly behaviour?: Partial<StudioBehaviour>;
  /** Switches of the DataModels that are opened. */
  readonly engine?: Partial<Switches>;
  /** `web` by default; `lune` for large places. */
  readonly vm?: VmKind;
  /** Longest time that code may run without yielding; 20,000 by default. */
  readonly timeLimitMs?: number;
}

export class StudioComputer {
  readonly host: StudioHost;
  readonly faults = new Faults();
  readonly calls: ReceivedCall[] = [];
  readonly #options: ComputerOptions;
  #behaviour: StudioBehaviour;

  constructor(options: ComputerOptions) {
    this.#options = options;
    this.#behaviour = { ...liveBehaviour(options.generation), ...options.behaviour };
    this.host = new StudioHost(options.generation, () => this.#behaviour);
  }

  get windows(): readonly StudioWindow[] {
    return this.host.windows;
  }

  /** Changes what is given, from the next call on. */
  behave(changes: Partial<StudioBehaviour>): void {
    this.#behaviour = { ...this.#behaviour, ...changes };
  }

  /** Starts a Studio. @param source what it opens; undefined for the start page */
  async openStudio(source?: PlaceSource): Promise<StudioWindow> {
    const { vm, engine, timeLimitMs } = this.#options;
    const window = new StudioWindow({
      id: randomUUID(),
      behaviour: () => this.#behaviour,
      openDataModel: ({ info, tree }) =>
        createDataModel({
          place: tree,
          info,
          ...(vm === undefined ? {} : { vm }),
          ...(engine === undefined ? {} : { switches: engine }),
          ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
        }),
    });
    if (source !== undefined) await window.openPlace(await loadPlace(source));
    this.host.add(window);
    return window;
  }

  async closeStudio(window: StudioWindow): Promise<void> {
    await this.host.remove(window);
  }

  /** Studio ends and starts again, with another id. @param source by default the place as it was, saved */
  async restartStudio(window: StudioWindow, source?: PlaceSource): Promise<StudioWindow> {
    const saved = source === undefined ? await window.saved() : undefined;
    await this.closeStudio(window);
    return this.openStudio(source ?? saved);
  }

  /** Opens another place in the same window, as a person does with File > Open. */
  async openPlace(window: StudioWindow, source: PlaceSource): Promise<void> {
    await window.openPlace(await loadPlace(source));
  }

  async close(): Promise<void> {
    await this.host.close();
  }
}
