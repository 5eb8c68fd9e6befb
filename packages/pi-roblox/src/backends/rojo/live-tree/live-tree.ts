/** What the live tree of a `rojo serve` offers. Pure. */

import type { InstanceMap } from "../../../datamodel/instance-map.ts";
import type { InstancePath } from "../../../datamodel/instance-path.ts";
import type { ServerInfo } from "../api/server-info.ts";

export type LiveTreeState =
  /** Not yet answered, or the tree is being read for the first time. */
  | { readonly kind: "joining" }
  | { readonly kind: "following"; readonly server: ServerInfo }
  /** The server is lost or its tree is read anew; tries go on. */
  | { readonly kind: "reconnecting"; readonly reason: string }
  /** No more tries. */
  | { readonly kind: "given-up"; readonly reason: string }
  /** Closed. */
  | { readonly kind: "ended" };

/**
 * Whether Rojo has taken up a source: `noticed` it has; `other` it still has another text at that path; `absent` it has
 * no source there; `not-following` it cannot be told, because the tree is not followed.
 */
export type SourceGrade = "noticed" | "other" | "absent" | "not-following";

export interface LiveTree {
  state(): LiveTreeState;
  /**
   * Calls after every change of the state or the tree; `current()` then shows the new one. A listener that throws is not
   * called again, and `close()` rejects with its error.
   * @returns ends the subscription
   */
  onChange(listener: () => void): () => void;
  /**
   * The tree as last seen, stale unless it is being followed; undefined when none was read. It is a window on the tree:
   * it shows what comes later, so an iteration must not last beyond an `await`.
   */
  current(): InstanceMap | undefined;
  /** Digest (see `digestOfSource`) of the first instance at `path` that has a Source, as last seen. */
  sourceHash(path: InstancePath): string | undefined;
  /**
   * Waits until the source at `path` has this digest.
   * @returns `noticed` at once when it has, else how it stood when the time was up or the tree ended
   * @throws the reason of `signal`
   */
  waitForSource(
    path: InstancePath,
    sha256OfLfText: string,
    options: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
  ): Promise<SourceGrade>;
  /** Ends it at once: when this resolves, no connection is open. May be called twice. */
  close(): Promise<void>;
}
