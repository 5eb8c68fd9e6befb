/**
 * The tree of a server as this side knows it, kept up to date by patches. Applying one costs what it changes, not what
 * the tree holds. No clock, no I/O: the same reads and patches make the same tree.
 */

import { coreError } from "pi-extension-core/errors";
import type { InstancePath } from "../../../datamodel/instance-path.ts";
import { robloxError } from "../../../errors.ts";
import type { InstanceRecord, InstanceUpdate, TreePatch } from "./messages.ts";

/** An instance of the tree. Only the tree itself changes it. */
export interface TreeNode {
  readonly id: string;
  readonly name: string;
  readonly className: string;
  readonly sourceHash: string | undefined;
  readonly ignoresUnknown: boolean | undefined;
  readonly parent: TreeNode | undefined;
  /** In Rojo's order. */
  readonly children: ReadonlySet<TreeNode>;
}

const NO_NODES: ReadonlySet<never> = new Set();

class Node implements TreeNode {
  readonly id: string;
  name: string;
  className: string;
  sourceHash: string | undefined;
  ignoresUnknown: boolean | undefined;
  parent: Node | undefined;
  /** A set keeps the order in which children came and takes one out without moving the others. Most nodes have none. */
  #children: Set<Node> | undefined;
  /** Children by name, made by the first look-up and kept right from then on. */
  byName: Map<string, Node[]> | undefined;

  constructor(record: InstanceRecord) {
    this.id = record.id;
    this.name = record.name;
    this.className = record.className;
    this.sourceHash = record.sourceHash;
    this.ignoresUnknown = record.ignoresUnknown;
  }

  get children(): ReadonlySet<Node> {
    return this.#children ?? NO_NODES;
  }

  named(name: string): readonly Node[] {
    if (this.byName === undefined) {
      this.byName = new Map();
      for (const child of this.children) this.#index(this.byName, child);
    }
    return this.byName.get(name) ?? [];
  }

  append(child: Node): void {
    child.parent = this;
    this.#children ??= new Set();
    this.#children.add(child);
    if (this.byName !== undefined) this.#index(this.byName, child);
  }

  remove(child: Node): void {
    child.parent = undefined;
    this.#children?.delete(child);
    const left = this.byName?.get(child.name)?.filter((other) => other !== child) ?? [];
    if (left.length === 0) this.byName?.delete(child.name);
    else this.byName?.set(child.name, left);
  }

  #index(byName: Map<string, Node[]>, child: Node): void {
    const same = byName.get(child.name);
    if (same === undefined) byName.set(child.name, [child]);
    else same.push(child);
  }
}

const inconsistent = (problem: string, id: string): Error =>
  robloxError("ROJO_ANSWER_INVALID", `The tree of the server does not fit together: ${problem}`, { data: { id } });

const tooMany = (maxInstances: number): Error =>
  coreError("LIMIT_EXCEEDED", `The project has more than ${maxInstances} instances`, { data: { maxInstances } });

/** In the order of their bytes, in which Rojo reads the entries of a folder (memofs std_backend.rs). */
function byName(a: InstanceRecord, b: InstanceRecord): number {
  return Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)) || (a.id < b.id ? -1 : 1);
}

export class InstanceTree {
  readonly #nodes = new Map<string, Node>();
  readonly #root: Node;
  readonly #maxInstances: number;

  /**
   * @param records the root and everything below it, in any order
   * @throws ROJO_ANSWER_INVALID when they are no tree below `rootId`, LIMIT_EXCEEDED when they are too many
   */
  constructor(rootId: string, records: readonly InstanceRecord[], maxInstances: number) {
    this.#maxInstances = maxInstances;
    const byId = new Map(records.map((record) => [record.id, record]));
    const root = byId.get(rootId);
    if (root === undefined) throw inconsistent("the root is missing", rootId);
    this.#root = this.#plant(root, byId);
    if (byId.size > 0) throw inconsistent("instances are not below the root", [...byId.keys()][0] ?? rootId);
  }

  get root(): TreeNode {
    return this.#root;
  }

  get size(): number {
    return this.#nodes.size;
  }

  /** All instances at a path, in Rojo's order. */
  at(path: InstancePath): readonly TreeNode[] {
    const isDataModel = this.#root.className === "DataModel";
    if (!isDataModel && path[0] !== this.#root.name) return [];
    const below = isDataModel ? path : path.slice(1);
    return below.reduce<readonly Node[]>((nodes, name) => nodes.flatMap((node) => node.named(name)), [this.#root]);
  }

  /**
   * Applies what happened in the order in which Rojo did it: removals, additions, updates (patch_apply.rs). A server
   * renders a message when it sends it, so an addition may already show what later messages will say again.
   * @throws ROJO_ANSWER_INVALID when the patch speaks of what this tree does not have, LIMIT_EXCEEDED when the tree grows
   *   too large. The tree must not be used after that.
   */
  apply(patch: TreePatch): void {
    for (const id of patch.removed) this.#remove(id);
    this.#add(patch.added);
    for (const update of patch.updated) this.#update(update);
  }

  #remove(id: string): void {
    const node = this.#nodes.get(id);
    if (node === undefined) return;
    if (node === this.#root) throw inconsistent("the root is removed", id);
    node.parent?.remove(node);
    this.#forget(node);
  }

  #forget(top: Node): void {
    const pending = [top];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      this.#nodes.delete(node.id);
      for (const child of node.children) pending.push(child);
    }
  }

  #add(records: readonly InstanceRecord[]): void {
    const byId = new Map(records.map((record) => [record.id, record]));
    // Whatever the message says anew is taken out first, so that it has one place only.
    for (const id of byId.keys()) this.#remove(id);
    // A message does not tell the order of what it adds to one parent.
    const tops = [...byId.values()].filter((record) => !byId.has(record.parent)).sort(byName);
    for (const top of tops) {
      const parent = this.#nodes.get(top.parent);
      if (parent === undefined) throw inconsistent("the parent of a new instance is missing", top.id);
      parent.append(this.#plant(top, byId));
    }
    if (byId.size > 0) throw inconsistent("new instances have no place", [...byId.keys()][0] ?? "");
  }

  /** Makes the node of a record and all below it, and takes their records out of `byId`. */
  #plant(top: InstanceRecord, byId: Map<string, InstanceRecord>): Node {
    const grow = (record: InstanceRecord): Node => {
      byId.delete(record.id);
      const node = new Node(record);
      this.#nodes.set(record.id, node);
      if (this.#nodes.size > this.#maxInstances) throw tooMany(this.#maxInstances);
      return node;
    };
    const topNode = grow(top);
    const pending: { readonly node: Node; readonly record: InstanceRecord }[] = [{ node: topNode, record: top }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const id of next.record.children) {
        const record = byId.get(id);
        if (record === undefined || record.parent !== next.record.id) throw inconsistent("a child is missing", id);
        const node = grow(record);
        next.node.append(node);
        pending.push({ node, record });
      }
    }
    return topNode;
  }

  #update(update: InstanceUpdate): void {
    const node = this.#nodes.get(update.id);
    if (node === undefined) throw inconsistent("a changed instance is missing", update.id);
    if (update.name !== undefined) {
      node.name = update.name;
      // Its place among others of that name is its place among all children; the next look-up finds it.
      if (node.parent !== undefined) node.parent.byName = undefined;
    }
    node.className = update.className ?? node.className;
    node.ignoresUnknown = update.ignoresUnknown ?? node.ignoresUnknown;
    if (update.sourceHash !== undefined) node.sourceHash = update.sourceHash ?? undefined;
  }
}
