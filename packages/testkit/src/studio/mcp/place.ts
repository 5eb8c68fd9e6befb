/** A place that can be opened in a window: what is in it and what Studio knows it by. */

import type { PlaceTree } from "../place/place-tree.ts";
import type { PlaceInfo } from "../vm/protocol.ts";

export interface Place {
  readonly info: PlaceInfo;
  readonly tree: PlaceTree;
}
