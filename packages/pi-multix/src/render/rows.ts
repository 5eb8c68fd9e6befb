/** The row of a call in the terminal: what it is about, in one line. */

import type { Theme } from "@earendil-works/pi-coding-agent";
import type { Component } from "@earendil-works/pi-tui";
import { renderToolCall } from "pi-adapter";

const TELLING = ["action", "provider", "prompt", "text", "jobId", "files", "input", "output", "command", "variable"];

export function renderCall(name: string, args: object, theme: Theme): Component {
  return renderToolCall(name, TELLING, args, theme);
}
