/** What a person or model means by a target: a file of the workspace, or an instance. Pure. */

import { stripAtPrefix } from "pi-extension-core/fs";
import { parseInstancePath } from "../../datamodel/instance-path-text.ts";
import type { OwnershipTarget } from "../../ownership/resolve/ownership.ts";

/** Endings that no one gives to instances. */
const FILE_ENDING = /\.(?:luau?|jsonc?|toml|ya?ml|csv|txt|md|rbxmx?|rbxlx?)$/i;
const BEGINS_AS_PATH = /^(?:\.{1,2}(?:[\\/]|$)|[\\/]|[A-Za-z]:[\\/]|@)/;
const BEGINS_AS_INSTANCE = /^\s*(?:game|workspace)\s*(?:[.[:]|$)/;

/**
 * A text is a file when it is written as one: a slash outside of quotes, the ending of a file, or a beginning such as
 * `./`. What could be both, such as `src`, is a file when there is one. An array of names is always an instance.
 *
 * @param isOnDisk whether something of this name is in the workspace
 * @throws INSTANCE_PATH_INVALID
 */
export function readTarget(
  input: string | readonly string[],
  isOnDisk: (relative: string) => boolean,
): OwnershipTarget {
  if (typeof input !== "string") return { kind: "instance", path: parseInstancePath(input) };
  const text = input.trim();
  if (BEGINS_AS_INSTANCE.test(text)) return { kind: "instance", path: parseInstancePath(text) };
  const unquoted = text.replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, "");
  const isFile =
    BEGINS_AS_PATH.test(text) ||
    /[\\/]/.test(unquoted) ||
    FILE_ENDING.test(unquoted) ||
    (text !== "" && isOnDisk(text));
  return isFile ? { kind: "file", file: stripAtPrefix(text) } : { kind: "instance", path: parseInstancePath(text) };
}
