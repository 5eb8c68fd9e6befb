/** The environment that rojo and its shims get. Pure. */

import { buildChildEnv } from "pi-extension-core/process";
import { SHIM_VARIABLES } from "./toolchain-shim.ts";

/**
 * Without RUST_LOG and RUST_BACKTRACE, which would change what rojo prints.
 * @param source the host's environment
 * @param workspaceRoot absolute; PATH entries inside it do not count
 */
export function rojoEnvironment(
  source: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  workspaceRoot: string,
): Record<string, string> {
  return buildChildEnv({ source, platform, pass: SHIM_VARIABLES, set: { NO_COLOR: "1" }, exclude: workspaceRoot });
}
