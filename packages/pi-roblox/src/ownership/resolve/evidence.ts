/** What ownership is decided on. All of it is gathered before, so that the decision itself is pure. Pure. */

import type { FileNaming } from "../../datamodel/file-key.ts";
import { absoluteFile } from "../../datamodel/file-key.ts";
import type { InstanceMap } from "../../datamodel/instance-map.ts";
import type { InstancePath } from "../../datamodel/instance-path.ts";
import type { PathPatterns } from "./path-patterns.ts";

export interface OwnershipEvidence {
  /** False where the place is made in Studio alone; then no map counts. */
  readonly hasRojoProject: boolean;
  /** At most one of each kind. A map that could not be made is left out; a doubtful one is marked as stale. */
  readonly maps: readonly InstanceMap[];
  /** Epoch milliseconds; for the age of what the maps saw. */
  readonly nowMs: number;
  readonly naming: FileNaming;
  readonly workspace: WorkspaceFolders;
  readonly settings: OwnershipSettings;
  /** What is known of a file by its absolute path, for the target and for files of maps; undefined where nobody looked. */
  readonly factsOf: (file: string) => FileFacts | undefined;
  /** What the project would make of a file that no map shows. Absent where the project cannot be read. */
  readonly wouldBe?: ((file: string) => WouldBe) | undefined;
  /** What Studio says of the target. Absent where Studio was not asked. */
  readonly scriptSync?: ScriptSyncFact | undefined;
}

interface OwnershipSettings {
  readonly studioOwnedRoots: readonly InstancePath[];
  /** Files that a tool writes. From the workspace. */
  readonly generated: PathPatterns;
  /** Packages of others. From the workspace. */
  readonly dependencies: PathPatterns;
  /** Whether the sourcemap was made with `--include-non-scripts`. */
  readonly includeNonScripts: boolean;
}

/** Absolute folders. */
interface WorkspaceFolders {
  readonly root: string;
  /** Where this extension keeps its own records. */
  readonly own: readonly string[];
  /** Folders inside of those which people and agents write to, such as that of the scenarios. */
  readonly authored: readonly string[];
}

export interface FileFacts {
  readonly exists: boolean;
  /** The file itself or a folder on the way inside the workspace is a link. */
  readonly isSymlink: boolean;
  readonly kind: "file" | "folder" | "other";
}

export type WouldBe =
  | { readonly kind: "instance"; readonly path: InstancePath; readonly className: string }
  /** `by` is the glob or rule that leaves it out, as it is written. */
  | { readonly kind: "ignored"; readonly by: string }
  | { readonly kind: "unmapped" }
  /** It cannot be told here, and why. */
  | { readonly kind: "unknown"; readonly because: string };

/** `Enum.InstanceFileSyncStatus` of Studio's InstanceFileSyncService. */
type ScriptSyncStatus = "not-synced" | "errored" | "synced-as-root" | "synced-as-descendant" | "ancestor-errored";

export interface ScriptSyncFact {
  readonly status: ScriptSyncStatus;
  /** Absolute, where Studio tells. */
  readonly file?: string | undefined;
  readonly path?: InstancePath | undefined;
}

/**
 * The folders of this extension where nothing else is configured.
 *
 * @param root absolute @param configDirName such as `.pi`
 */
export function defaultFolders(root: string, configDirName: string, naming: FileNaming): WorkspaceFolders {
  const own = absoluteFile(root, `${configDirName}/roblox`, naming);
  return { root: absoluteFile(root, ".", naming), own: [own], authored: [absoluteFile(own, "scenarios", naming)] };
}
