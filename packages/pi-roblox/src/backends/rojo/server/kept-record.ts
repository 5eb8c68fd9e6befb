/** The record of one server while it runs: written in order, and never again once it is forgotten. */

import { SerialQueue } from "pi-extension-core/queue";
import type { RecordStore } from "./record-store.ts";
import type { ServerRecord } from "./server-record.ts";

export class KeptRecord {
  readonly #store: RecordStore;
  readonly #writes = new SerialQueue({ name: "record of a Rojo server" });
  #record: ServerRecord;
  #isForgotten = false;

  constructor(store: RecordStore, record: ServerRecord) {
    this.#store = store;
    this.#record = record;
  }

  /** Writes what is known, with the change. Without effect on a forgotten one. @throws WRITE_FAILED */
  save(change: Partial<ServerRecord> = {}): Promise<void> {
    return this.#writes.run(async () => {
      this.#record = { ...this.#record, ...change };
      if (!this.#isForgotten) await this.#store.save(this.#record);
    });
  }

  forget(): Promise<void> {
    return this.#writes.run(async () => {
      this.#isForgotten = true;
      await this.#store.remove(this.#record);
    });
  }
}
