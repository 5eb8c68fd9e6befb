/** What differs between Studio builds or is not known for certain; `luau/settings.luau` says what each means. */

export interface Switches {
  readonly signalBehavior: "immediate" | "deferred";
  readonly isSandboxed: boolean;
  readonly hasReflectionService: boolean;
  readonly hasStudioTestService: boolean;
  readonly longNames: "truncate" | "refuse" | "keep";
  readonly maxTagLength: number;
  readonly jsonMixedTables: "array" | "refuse";
  readonly undoKeepsOrder: boolean;
  readonly allowsNestedRecording: boolean;
  readonly draftsMode: boolean;
  readonly maxStringLength: number;
  readonly tableResults: "json" | "address";
  readonly quotesStrings: boolean;
  readonly infiniteYieldSeconds: number;
}

/** Which copy of the place a DataModel is. */
export type Role = "edit" | "server" | "client";
