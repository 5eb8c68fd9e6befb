/** The tree of a rojo server and how its messages change the place. Pure. */

/** A value with its type: `{ "Vector3": [1, 2, 3] }`. */
type TaggedValue = Readonly<Record<string, unknown>>;

/** As the server writes it (Rojo 7.7.1 web/interface.rs). */
export interface RojoInstance {
  readonly Id: string;
  readonly Parent: string;
  readonly Name: string;
  readonly ClassName: string;
  readonly Properties: Readonly<Record<string, TaggedValue>>;
  readonly Children: readonly string[];
  readonly Metadata?: { readonly ignoreUnknownInstances: boolean } | null;
}

export interface RojoUpdate {
  readonly id: string;
  readonly changedName: string | null;
  readonly changedClassName: string | null;
  /** null for a property that was taken away. */
  readonly changedProperties: Readonly<Record<string, TaggedValue | null>>;
  readonly changedMetadata: { readonly ignoreUnknownInstances: boolean } | null;
}

export interface RojoMessage {
  readonly removed: readonly string[];
  readonly added: Readonly<Record<string, RojoInstance>>;
  readonly updated: readonly RojoUpdate[];
}

/** One instance among the children of another; `index` counts from 1 those with the same name and class. */
interface Step {
  readonly name: string;
  readonly className: string;
  readonly index: number;
}

/** A reference is `{ RefSteps }` there, false for none. */
interface VirtualInstance {
  readonly name: string;
  readonly className: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly ignoresUnknown: boolean;
  readonly children: readonly VirtualInstance[];
}

/** What luau/apply.luau performs. */
export type Operation =
  | { readonly kind: "reconcile"; readonly root: VirtualInstance }
  | { readonly kind: "remove"; readonly steps: readonly Step[] }
  | { readonly kind: "add"; readonly parent: readonly Step[]; readonly instance: VirtualInstance }
  | {
      readonly kind: "update";
      readonly steps: readonly Step[];
      readonly name: string | null;
      readonly className: string | null;
      readonly properties: Readonly<Record<string, unknown>>;
    };

interface Node {
  readonly id: string;
  parent: string;
  name: string;
  className: string;
  properties: Record<string, TaggedValue>;
  ignoresUnknown: boolean;
  children: string[];
}

const NO_REFERENCE = /^0+$/;

/** JSON has no word for these; luau/decode.luau knows the texts. */
function withoutSpecialNumbers(value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) {
    if (Number.isNaN(value)) return "nan";
    return value > 0 ? "inf" : "-inf";
  }
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(withoutSpecialNumbers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutSpecialNumbers(item)]));
}

function nodeOf({ Id, Parent, Name, ClassName, Properties, Children, Metadata }: RojoInstance): Node {
  return {
    id: Id,
    parent: Parent,
    name: Name,
    className: ClassName,
    properties: { ...Properties },
    ignoresUnknown: Metadata?.ignoreUnknownInstances ?? false,
    children: [...Children],
  };
}

export class RojoTree {
  readonly #rootId: string;
  readonly #nodes: Map<string, Node>;

  constructor(rootId: string, instances: Readonly<Record<string, RojoInstance>>) {
    this.#rootId = rootId;
    this.#nodes = new Map(Object.values(instances).map((instance) => [instance.Id, nodeOf(instance)]));
  }

  /** What brings a place to the state of the whole tree, as the plugin does when it connects. */
  reconcile(): readonly Operation[] {
    return [{ kind: "reconcile", root: this.#virtual(this.#node(this.#rootId)) }];
  }

  /** Changes the tree; the operations change the place likewise. */
  apply({ removed, added, updated }: RojoMessage): readonly Operation[] {
    return [
      ...removed.flatMap((id) => this.#remove(id)),
      ...this.#add(added),
      ...updated.flatMap((update) => this.#update(update)),
    ];
  }

  #node(id: string): Node {
    const node = this.#nodes.get(id);
    if (node === undefined) throw new Error(`the rojo server speaks of an instance ${id} that it never sent`);
    return node;
  }

  #steps(id: string): readonly Step[] {
    if (id === this.#rootId) return [];
    const { parent, name, className } = this.#node(id);
    const alike = this.#node(parent).children.filter((child) => {
      const sibling = this.#nodes.get(child);
      return sibling?.name === name && sibling.className === className;
    });
    return [...this.#steps(parent), { name, className, index: alike.indexOf(id) + 1 }];
  }

  #properties(properties: Readonly<Record<string, TaggedValue>>): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      Object.entries(properties).map(([name, tagged]) => {
        const referent = tagged["Ref"];
        if (typeof referent !== "string") return [name, withoutSpecialNumbers(tagged)];
        const isKnown = !NO_REFERENCE.test(referent) && this.#nodes.has(referent);
        return [name, { RefSteps: isKnown ? this.#steps(referent) : false }];
      }),
    );
  }

  #virtual(node: Node): VirtualInstance {
    return {
      name: node.name,
      className: node.className,
      properties: this.#properties(node.properties),
      ignoresUnknown: node.ignoresUnknown,
      children: node.children.map((child) => this.#virtual(this.#node(child))),
    };
  }

  #remove(id: string): readonly Operation[] {
    const node = this.#nodes.get(id);
    if (node === undefined) return [];
    const steps = this.#steps(id);
    const siblings = this.#nodes.get(node.parent)?.children ?? [];
    siblings.splice(siblings.indexOf(id), 1);
    this.#forget(node);
    return [{ kind: "remove", steps }];
  }

  #forget(node: Node): void {
    this.#nodes.delete(node.id);
    for (const child of node.children) {
      const found = this.#nodes.get(child);
      if (found !== undefined) this.#forget(found);
    }
  }

  #add(added: Readonly<Record<string, RojoInstance>>): readonly Operation[] {
    for (const instance of Object.values(added)) this.#nodes.set(instance.Id, nodeOf(instance));
    const tops = Object.values(added).filter(({ Parent }) => added[Parent] === undefined);
    return tops.map(({ Id, Parent }) => {
      const { children } = this.#node(Parent);
      if (!children.includes(Id)) children.push(Id);
      return { kind: "add", parent: this.#steps(Parent), instance: this.#virtual(this.#node(Id)) } as const;
    });
  }

  #update({ id, changedName, changedClassName, changedProperties, changedMetadata }: RojoUpdate): readonly Operation[] {
    const node = this.#nodes.get(id);
    if (node === undefined) return [];
    const steps = this.#steps(id);
    node.name = changedName ?? node.name;
    node.className = changedClassName ?? node.className;
    node.ignoresUnknown = changedMetadata?.ignoreUnknownInstances ?? node.ignoresUnknown;
    const given = Object.entries(changedProperties).filter(
      (entry): entry is [string, TaggedValue] => entry[1] !== null,
    );
    const properties = Object.fromEntries(given);
    Object.assign(node.properties, properties);
    const changes = { name: changedName, className: changedClassName, properties: this.#properties(properties) };
    return [{ kind: "update", steps, ...changes }];
  }
}
