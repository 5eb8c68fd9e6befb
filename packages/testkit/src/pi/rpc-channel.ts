/**
 * Commands and responses of Pi's RPC mode over one child: correlates them by id, answers dialogs, and lets callers wait
 * for a state of the journal. Every wait ends: by its state, its deadline, the end of Pi, or an unexpected dialog.
 */

import { HarnessError, toScriptFault } from "../harness-error.ts";
import type { PiChild } from "./child.ts";
import { type PiEvent, parseEvent } from "./pi-events.ts";
import { type DialogHandler, toDialog, toResponse } from "./rpc-dialogs.ts";
import { MutableJournal } from "./rpc-journal.ts";

interface Waiter {
  check(): boolean;
  fail(error: HarnessError): void;
}

export class RpcChannel {
  readonly journal = new MutableJournal();
  readonly #handler: DialogHandler;
  readonly #waiters = new Set<Waiter>();
  readonly #responses = new Map<string, PiEvent>();
  #child: PiChild | undefined;
  #broken: HarnessError | undefined;
  #lastId = 0;

  constructor(handler: DialogHandler) {
    this.#handler = handler;
  }

  attach(child: PiChild): void {
    this.#child = child;
    void this.#watchExit(child);
  }

  /** Takes one line of Pi's stdout. */
  receive(line: string): void {
    const record = parseEvent(line);
    if (record === undefined) return;
    if (record.type === "response") this.#responses.set(String(record["id"]), record);
    else if (record.type === "extension_ui_request") void this.#onUiRequest(record);
    else this.#onEvent(record);
    for (const waiter of this.#waiters) waiter.check();
  }

  /**
   * Resolves with the first defined value of `check`, asked now and after each record.
   * @param subject what is waited for, for the message of the error
   * @throws HarnessError PI_TIMED_OUT, PI_EXITED, DIALOG_UNEXPECTED
   */
  wait<T>(subject: string, check: () => T | undefined, timeoutMs: number): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = (finish: () => void): void => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        finish();
      };
      const waiter: Waiter = {
        check: () => {
          const value = check();
          if (value !== undefined) settle(() => resolve(value));
          return value !== undefined;
        },
        fail: (error) => settle(() => reject(error)),
      };
      const timer = setTimeout(() => waiter.fail(this.#timeout(subject, timeoutMs)), timeoutMs);
      this.#waiters.add(waiter);
      if (!waiter.check() && this.#broken !== undefined) waiter.fail(this.#broken);
    });
  }

  /**
   * Sends a command and resolves with the `data` of its response.
   * @throws HarnessError RPC_FAILED, and those of `wait`
   */
  async request(type: string, fields: object, timeoutMs: number): Promise<unknown> {
    const id = `testkit-${++this.#lastId}`;
    this.#write({ ...fields, id, type });
    const response = await this.wait(`the response to ${type}`, () => this.#responses.get(id), timeoutMs);
    this.#responses.delete(id);
    if (response["success"] !== true) throw new HarnessError("RPC_FAILED", `${type}: ${String(response["error"])}`);
    return response["data"];
  }

  #onEvent(event: PiEvent): void {
    this.journal.addEvent(event);
    const { errorMessage } = (event.type === "message_end" ? event["message"] : {}) as { errorMessage?: string };
    const fault = toScriptFault(errorMessage ?? "");
    if (fault !== undefined) this.#break(fault);
  }

  async #watchExit(child: PiChild): Promise<void> {
    const { exitCode, signal } = await child.exited;
    const stderr = child.stderr().slice(-2000) || "empty";
    this.#break(new HarnessError("PI_EXITED", `Pi ended (exit code ${exitCode}, signal ${signal}); stderr: ${stderr}`));
  }

  async #onUiRequest(request: PiEvent): Promise<void> {
    const dialog = toDialog(request);
    if (dialog === undefined) {
      this.journal.addUiRequest(request);
      return;
    }
    const answer = await this.#handler(dialog);
    if (answer === undefined) {
      const text = `${dialog.method} "${dialog.title}" ${dialog.message ?? ""} ${dialog.options?.join(" | ") ?? ""}`;
      this.#break(new HarnessError("DIALOG_UNEXPECTED", `the test has no answer for ${text.trim()}`));
    }
    this.journal.dialogs.push({ ...dialog, answer: answer ?? null });
    this.#write({ type: "extension_ui_response", id: request["id"], ...toResponse(answer ?? null) });
    for (const waiter of this.#waiters) waiter.check();
  }

  #write(record: object): void {
    this.#child?.write(`${JSON.stringify(record)}\n`);
  }

  #break(error: HarnessError): void {
    this.#broken ??= error;
    for (const waiter of this.#waiters) waiter.fail(this.#broken);
  }

  #timeout(subject: string, timeoutMs: number): HarnessError {
    const types = this.journal.events.map((event) => event.type).filter((type) => type !== "message_update");
    const last = types.slice(-8).join(", ") || "none";
    return new HarnessError("PI_TIMED_OUT", `no ${subject} within ${timeoutMs} ms; last events: ${last}`);
  }
}
