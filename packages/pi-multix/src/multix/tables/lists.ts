/** Calls that only report: what a provider offers, and the CLI's own check. The action is the kind of list. Pure. */

import { type CallTable, flag, on } from "./call-table.ts";

const verbose = on("verbose", "--verbose");
const never = { when: "never" } as const;

export const listTables: readonly CallTable[] = [
  {
    tool: "models",
    action: "models",
    provider: "leonardo",
    command: ["leonardo", "models"],
    entries: [flag("limit", "--limit", { minimum: 1 }), verbose],
    saves: never,
    notes: [],
  },
  {
    tool: "models",
    action: "models",
    provider: "elevenlabs",
    command: ["elevenlabs", "models"],
    entries: [],
    saves: never,
    notes: [],
  },
  {
    tool: "models",
    action: "video-models",
    provider: "openrouter",
    command: ["openrouter", "video-models"],
    entries: [verbose],
    saves: never,
    notes: [],
  },
  {
    tool: "models",
    action: "video-models",
    provider: "leonardo",
    command: ["leonardo", "video-models"],
    entries: [],
    saves: never,
    notes: ["A list inside the CLI: no key, no network."],
  },
  {
    tool: "models",
    action: "voices",
    provider: "elevenlabs",
    command: ["elevenlabs", "voices", "list"],
    entries: [
      flag("category", "--category", { known: ["cloned", "generated", "premade", "professional"] }),
      flag("pageSize", "--page-size", { minimum: 1, maximum: 100 }),
      verbose,
    ],
    saves: never,
    notes: [],
  },
  {
    tool: "check",
    action: "check",
    provider: "local",
    command: ["check"],
    entries: [verbose],
    saves: never,
    notes: ["Exit 1 without any key is a report, not a crash; media works without keys."],
  },
];
