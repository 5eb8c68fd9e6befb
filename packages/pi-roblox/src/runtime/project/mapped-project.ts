/** The Rojo project of a workspace as the session uses it. */

import type { RojoVersion } from "../../backends/rojo/binary/rojo-version.ts";
import type { ProjectFinding } from "../../ownership/project/project-types.ts";
import type { ServedProject } from "../rojo/rojo-runtime.ts";
import type { ProjectSnapshot } from "./project-snapshot.ts";

export interface MappedProject {
  readonly served: ServedProject;
  /** What this version of Rojo would refuse or ignore in the project file; with undefined, what no version takes. */
  findings(version: RojoVersion | undefined): Promise<readonly ProjectFinding[]>;
  /** Which Rojo is in use: versions read projects by different rules. Until it is told, the newest counts. */
  useVersion(version: RojoVersion): Promise<void>;
  /** What the project maps outside of the workspace and nobody has approved to read; absolute. */
  readonly unread: readonly string[];
  /** As the files are at this call; the same object as long as nothing changed. @throws PROJECT_INVALID, ... */
  current(): Promise<ProjectSnapshot>;
}
