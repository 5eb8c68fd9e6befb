/** Follows the tree of whatever server the session uses, from one server to the next. */

import { followTree } from "../../backends/rojo/live-tree/follow-tree.ts";
import type { LiveTree, LiveTreeState } from "../../backends/rojo/live-tree/live-tree.ts";
import type { ServerState } from "../../backends/rojo/server/server-state.ts";
import type { InstanceMap } from "../../datamodel/instance-map.ts";
import type { RojoRuntime } from "./rojo-runtime.ts";

const isUsable = ({ phase }: ServerState): boolean => phase === "ready" || phase === "adopted";

export class TreeKeeper {
  readonly #rojo: RojoRuntime;
  readonly #onChange: () => void;
  readonly #leaveServer: () => void;
  #tree: LiveTree | undefined;
  #closing: Promise<void> = Promise.resolve();

  /** @param onChange is told of each new state of the tree */
  constructor(rojo: RojoRuntime, onChange: () => void) {
    this.#rojo = rojo;
    this.#onChange = onChange;
    this.#leaveServer = rojo.server.onChange((state) => this.#meet(state));
    this.#meet(rojo.server.state);
  }

  get state(): LiveTreeState | undefined {
    return this.#tree?.state();
  }

  /** The live tree, also when it may be stale; undefined while there is none. */
  get tree(): LiveTree | undefined {
    return this.#tree;
  }

  get map(): InstanceMap | undefined {
    return this.#tree?.current();
  }

  async close(): Promise<void> {
    this.#leaveServer();
    this.#leaveTree();
    await this.#closing;
  }

  #meet(state: ServerState): void {
    if (!isUsable(state)) {
      // A server that is started again has the same address: the tree finds it there.
      if (state.phase !== "restarting" && state.phase !== "checking" && state.phase !== "starting") this.#leaveTree();
      return;
    }
    const now = this.#tree?.state().kind;
    if (now !== undefined && now !== "given-up" && now !== "ended") return;
    this.#leaveTree();
    this.#tree = followTree(this.#rojo.address.endpoint);
    this.#tree.onChange(this.#onChange);
  }

  #leaveTree(): void {
    const tree = this.#tree;
    this.#tree = undefined;
    if (tree !== undefined) this.#closing = closeAfter(this.#closing, tree);
  }
}

async function closeAfter(before: Promise<void>, tree: LiveTree): Promise<void> {
  await Promise.all([before, tree.close()]);
}
