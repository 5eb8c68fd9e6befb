/** What a session is made of, so that nothing in it asks the process for it. Pure. */

import type { Clock } from "pi-extension-core/seams";

export interface SessionOptions {
  /** Absolute folder of the workspace, without symbolic links: Rojo and the mapper name files by their real paths. */
  readonly root: string;
  /** The same as Pi and its user spell it. */
  readonly cwd: string;
  /** Absolute, Pi's directory of this user. */
  readonly agentDir: string;
  /** Pi's folder in a project, `.pi`. */
  readonly configDirName: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  /** The flag that approves for one run, as it is typed, and the ids given to it. */
  readonly approvalFlag: string;
  readonly flagApproved: readonly string[];
}
