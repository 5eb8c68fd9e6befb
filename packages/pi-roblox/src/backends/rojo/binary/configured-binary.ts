/** How the `binary` of a configuration is meant: a name to look up, or a path. Pure. */

import path from "node:path";
import type { CommandOrigin } from "pi-extension-core/approval";

export interface ConfiguredBinary {
  /** As written: a bare name, an absolute path, or one relative to the workspace. */
  readonly binary: string;
  readonly origin: Extract<CommandOrigin, "project-file" | "user-configuration" | "environment">;
  /** Absolute path of the file that says so; undefined for the environment. */
  readonly file: string | undefined;
}

export type BinaryPlan =
  | { readonly kind: "look-up"; readonly name: string }
  /** Absolute paths, best first. */
  | { readonly kind: "paths"; readonly candidates: readonly string[] };

/** The name under which everybody installs Rojo: to name it asks for nothing beyond the default. */
export const DEFAULT_NAME = "rojo";
const WINDOWS_EXTENSIONS = ["", ".exe", ".cmd", ".bat"];

export function planBinary(binary: string, workspaceRoot: string, platform: NodeJS.Platform): BinaryPlan {
  const flavor = platform === "win32" ? path.win32 : path.posix;
  const isBare = platform === "win32" ? !/[\\/:]/.test(binary) : !binary.includes("/");
  if (isBare) return { kind: "look-up", name: binary };
  const file = flavor.resolve(workspaceRoot, binary);
  const extensions = platform === "win32" ? WINDOWS_EXTENSIONS : [""];
  return { kind: "paths", candidates: extensions.map((extension) => file + extension) };
}
