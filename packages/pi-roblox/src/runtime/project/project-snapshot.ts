/** What the rest of the session knows of the Rojo project. Pure. */

import type { InstanceMap } from "../../datamodel/instance-map.ts";
import type { MapProblem } from "../../ownership/mapper/map-node.ts";
import type { WouldBe } from "../../ownership/resolve/evidence.ts";

/** The project as its files are now. */
export interface ProjectSnapshot {
  readonly map: InstanceMap;
  readonly problems: readonly MapProblem[];
  /** What Rojo makes of a file, whether it exists or not. @param file absolute */
  wouldBe(file: string): WouldBe;
}
