/** A FIFO list whose entries can also leave from the middle, both in constant time. Pure. */

export interface WaitingNode<T> {
  readonly value: T;
  previous: WaitingNode<T> | undefined;
  next: WaitingNode<T> | undefined;
  isListed: boolean;
}

export class WaitingList<T> {
  #first: WaitingNode<T> | undefined;
  #last: WaitingNode<T> | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: T): WaitingNode<T> {
    const node: WaitingNode<T> = { value, previous: this.#last, next: undefined, isListed: true };
    if (this.#last === undefined) this.#first = node;
    else this.#last.next = node;
    this.#last = node;
    this.#length += 1;
    return node;
  }

  /** Takes the oldest value out, or returns undefined when nothing waits. */
  shift(): T | undefined {
    const node = this.#first;
    if (node === undefined) return undefined;
    this.remove(node);
    return node.value;
  }

  /** Takes `node` out; false when it had left before. */
  remove(node: WaitingNode<T>): boolean {
    if (!node.isListed) return false;
    node.isListed = false;
    if (node.previous === undefined) this.#first = node.next;
    else node.previous.next = node.next;
    if (node.next === undefined) this.#last = node.previous;
    else node.next.previous = node.previous;
    node.previous = undefined;
    node.next = undefined;
    this.#length -= 1;
    return true;
  }
}
