/** The words of `/roblox`, with what they are for. Pure. */

export const TOPICS = {
  status: "what this session has found and started",
  doctor: "every fact by itself, with a fix for what does not work",
  init: "write a commented configuration: [auto|rojo|studio-only] [project file]",
  rojo: "project, server, start, stop, restart, log, sourcemap, version",
  ownership: "who owns a file or an instance, and how to change it",
  conflicts: "where it is not clear what owns what",
  snapshot: "write what is known now to a file",
} as const;

export type Topic = keyof typeof TOPICS;

export const ROJO_ACTIONS = ["project", "server", "start", "stop", "restart", "log", "sourcemap", "version"] as const;

export const INIT_MODES = ["auto", "rojo", "studio-only"] as const;
