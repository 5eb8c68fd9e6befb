/** Everything that an RPC session told its client, folded into what tests ask for. No I/O; one writer: the driver. */

import type { PiEvent } from "./pi-events.ts";
import type { Dialog, DialogAnswer } from "./rpc-dialogs.ts";

export interface RpcNotification {
  readonly message: string;
  readonly level: string;
}

export interface RpcExtensionError {
  readonly extensionPath: string;
  readonly event: string;
  readonly error: string;
}

export interface AnsweredDialog extends Dialog {
  readonly answer: DialogAnswer;
}

export interface RpcJournal {
  /** Session events in order, without command responses and UI requests. */
  readonly events: readonly PiEvent[];
  readonly notifications: readonly RpcNotification[];
  readonly extensionErrors: readonly RpcExtensionError[];
  /** Status line entries that are shown now, by key. */
  readonly statuses: ReadonlyMap<string, string>;
  /** Widgets that are shown now, by key. */
  readonly widgets: ReadonlyMap<string, readonly string[]>;
  /** Last text that an extension put into the editor. */
  readonly editorText: string | undefined;
  readonly dialogs: readonly AnsweredDialog[];
}

export class MutableJournal implements RpcJournal {
  readonly events: PiEvent[] = [];
  readonly notifications: RpcNotification[] = [];
  readonly extensionErrors: RpcExtensionError[] = [];
  readonly statuses = new Map<string, string>();
  readonly widgets = new Map<string, readonly string[]>();
  readonly dialogs: AnsweredDialog[] = [];
  editorText: string | undefined;

  /** Takes a session event. */
  addEvent(event: PiEvent): void {
    this.events.push(event);
    if (event.type !== "extension_error") return;
    const { extensionPath, event: name, error } = event;
    this.extensionErrors.push({ extensionPath: String(extensionPath), event: String(name), error: String(error) });
  }

  /** Takes an `extension_ui_request` that asks nothing. */
  addUiRequest(request: PiEvent): void {
    switch (request["method"]) {
      case "notify":
        this.notifications.push({
          message: String(request["message"]),
          level: typeof request["notifyType"] === "string" ? request["notifyType"] : "info",
        });
        break;
      case "setStatus":
        setOrDelete(this.statuses, String(request["statusKey"]), request["statusText"] as string | undefined);
        break;
      case "setWidget":
        setOrDelete(this.widgets, String(request["widgetKey"]), request["widgetLines"] as string[] | undefined);
        break;
      case "set_editor_text":
        this.editorText = String(request["text"]);
        break;
      default:
    }
  }
}

function setOrDelete<T>(map: Map<string, T>, key: string, value: T | undefined | null): void {
  if (value === undefined || value === null) map.delete(key);
  else map.set(key, value);
}

/** True when the last run that began in `events` has also settled. */
export function isSettled(events: readonly PiEvent[]): boolean {
  const lastStart = events.findLastIndex((event) => event.type === "agent_start");
  const lastSettled = events.findLastIndex((event) => event.type === "agent_settled");
  return lastSettled >= lastStart;
}

/** True when a run began in `events`. */
export function hasRun(events: readonly PiEvent[]): boolean {
  return events.some((event) => event.type === "agent_start");
}
