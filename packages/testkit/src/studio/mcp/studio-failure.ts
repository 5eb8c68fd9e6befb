/** A failure as Studio words it: what a tool call answers with. */

export class StudioFailure extends Error {
  constructor(text: string) {
    super(text);
    this.name = "StudioFailure";
  }
}

/** Texts that clients tell apart [A6, A7, A9]. The wording is Studio's, also where it is odd. */
export const FAILURES = {
  noHub: "Not connected to the WS host",
  noStudio: "Unable to find an active Studio instance",
  noneActive: "active Studio instance is not yet set",
  activeGone: "Execution is prevented because previously active Studio has disconnected or doesn't have a place opened",
  noPlace: "Place is not open",
  notParsed: "Failed to parse command code",
  startBusy: "Start play hasn't finished yet",
  stopBusy: "Stop play hasn't finished yet",
} as const;

export const noHandler = (tool: string): StudioFailure => new StudioFailure(`tool handler not found: ${tool}`);

export const notReachable = (dataModel: string): StudioFailure =>
  new StudioFailure(`Target is not reachable (createExecuteLuauBridge_loadCodeAsync, ${dataModel})`);
