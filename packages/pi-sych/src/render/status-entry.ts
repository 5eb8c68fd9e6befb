/** The output of /pi-sych-status in the terminal: an entry of the transcript that the model does not see. */

import type { ExtensionAPI, Theme } from "@earendil-works/pi-coding-agent";
import type { Component } from "@earendil-works/pi-tui";
import type { CheckResult } from "../session/session.ts";
import { layOutStatus, statusLines, type Tone } from "./status-view.ts";

export const STATUS_ENTRY = "pi-sych-status";

const PADDING = 1;

function styleWith(theme: Theme): (tone: Tone, text: string) => string {
  return (tone, text) => {
    if (tone === "title") return theme.bold(text);
    if (tone === "heading") return theme.fg("accent", text);
    return theme.fg(tone === "good" ? "success" : tone, text);
  };
}

function isCheckResult(data: unknown): data is CheckResult {
  return typeof data === "object" && data !== null && "kind" in data && ("report" in data || data.kind === "none");
}

export function registerStatusEntry(pi: ExtensionAPI): void {
  pi.registerEntryRenderer(STATUS_ENTRY, ({ data }, { expanded }, theme): Component | undefined => {
    if (!isCheckResult(data)) return undefined;
    const lines = statusLines(data, expanded);
    return {
      render: (width) =>
        layOutStatus(lines, width - 2 * PADDING, styleWith(theme)).map((line) => " ".repeat(PADDING) + line),
      invalidate: () => {},
    };
  });
}
