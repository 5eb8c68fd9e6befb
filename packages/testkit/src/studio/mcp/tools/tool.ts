/** What a tool is given and what it answers with. */

import type { StudioBehaviour } from "../behaviour.ts";
import type { StudioWindow } from "../host/studio-window.ts";
import type { ToolArguments } from "./arguments.ts";

export type ToolContent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mimeType: string; readonly data: string };

export interface ToolCall {
  readonly window: StudioWindow;
  readonly behaviour: StudioBehaviour;
  readonly args: ToolArguments;
}

/** @throws StudioFailure for what Studio refuses */
export type ToolHandler = (call: ToolCall) => Promise<string | readonly ToolContent[]>;
