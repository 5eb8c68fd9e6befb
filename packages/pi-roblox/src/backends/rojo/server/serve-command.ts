/** The command line of `rojo serve`. Pure. */

import type { ApprovalRequest } from "pi-extension-core/approval";
import { robloxError } from "../../../errors.ts";
import type { ServeAddress } from "./serve-address.ts";

/** What decides where the server is; it must be where we look for it. */
const RESERVED = /^--(address|port)(=|$)/;
/** Rojo takes no other positional argument than the project. */
const isOption = (arg: string): boolean => arg.startsWith("-") && arg !== "-" && arg !== "--";

/**
 * @param extraArgs of the configuration
 * @throws CONFIG_INVALID for an argument that moves the server, or a list that does not begin with an option
 */
function assertExtraArgs(extraArgs: readonly string[]): void {
  const [first] = extraArgs;
  const wrong = extraArgs.find((arg) => RESERVED.test(arg) || arg === "--");
  const bad = wrong ?? (first !== undefined && !isOption(first) ? first : undefined);
  if (bad === undefined) return;
  throw robloxError("CONFIG_INVALID", `rojo.server.extraArgs cannot hold ${JSON.stringify(bad)}`, {
    hint: "Set address and port by their own keys, and give options of `rojo serve` only.",
    data: { argument: bad },
  });
}

/**
 * @param projectFile absolute
 * @throws CONFIG_INVALID as `assertExtraArgs`
 */
export function serveArgs(projectFile: string, address: ServeAddress, extraArgs: readonly string[]): readonly string[] {
  assertExtraArgs(extraArgs);
  const { bind, endpoint } = address;
  return ["serve", projectFile, "--address", bind, "--port", String(endpoint.port), "--color", "never", ...extraArgs];
}

/** What the user has to approve before extra arguments of a project's configuration are used; undefined without any. */
export function extraArgsApproval(
  program: string,
  extraArgs: readonly string[],
  place: Pick<ApprovalRequest, "projectRoot" | "source"> & { readonly projectFolder: string },
): ApprovalRequest | undefined {
  if (extraArgs.length === 0) return undefined;
  const { projectRoot, source, projectFolder } = place;
  return {
    projectRoot,
    source,
    purpose: "serve the project with Rojo, with these further arguments",
    command: { executable: program, args: ["serve", ...extraArgs], cwd: projectFolder },
  };
}
