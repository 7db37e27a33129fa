/** Something that waits, for whom, and how much work it is. */
export interface Waiting<Item> {
  item: Item
  client: string
  /** In bytes, say; a little is added to each, so that nothing is free. */
  cost: number
}

interface Entry<Item> {
  waiting: Waiting<Item>
  /** When its turn comes, in work served to each client since the queue was empty. */
  start: number
  number: number
}

interface Client {
  /** When the last of its items would be done, were it alone. */
  finish: number
  count: number
}

const leastCost = 4096

/**
 * A queue in which each client gets the same share of work, whatever the others put in (start-time fair queueing): a flood delays
 * the flooding client. Of one client the order is kept. Both ends take logarithmic time, and memory is that of what waits.
 */
export class FairQueue<Item> {
  /** A binary heap: the entry at `n` starts no later than those at `2n + 1` and `2n + 2`. */
  readonly #heap: Entry<Item>[] = []
  readonly #clients = new Map<string, Client>()
  #now = 0
  #number = 0

  get size(): number {
    return this.#heap.length
  }

  push(waiting: Waiting<Item>): void {
    const client = this.#clients.get(waiting.client) ?? { finish: 0, count: 0 }
    const start = Math.max(this.#now, client.finish)
    this.#clients.set(waiting.client, { finish: start + waiting.cost + leastCost, count: client.count + 1 })
    this.#add({ waiting, start, number: this.#number })
  }

  /** Puts something in before all others: it has had its turn. */
  putBack(waiting: Waiting<Item>): void {
    const client = this.#clients.get(waiting.client) ?? { finish: this.#now, count: 0 }
    this.#clients.set(waiting.client, { ...client, count: client.count + 1 })
    this.#add({ waiting, start: -1, number: this.#number })
  }

  /** What is next, without taking it. */
  peek(): Waiting<Item> | undefined {
    return this.#heap[0]?.waiting
  }

  shift(): Waiting<Item> | undefined {
    const [first] = this.#heap
    const last = this.#heap.pop()
    if (!first || !last) return undefined
    if (this.#heap.length > 0) this.#sink(last)
    this.#now = this.#heap.length === 0 ? 0 : Math.max(this.#now, first.start)
    this.#forget(first.waiting.client)
    return first.waiting
  }

  #add(entry: Entry<Item>): void {
    this.#number += 1
    let at = this.#heap.length
    for (; at > 0; ) {
      const parentAt = (at - 1) >> 1
      const parent = this.#heap[parentAt]
      if (!parent || !isBefore(entry, parent)) break
      this.#heap[at] = parent
      at = parentAt
    }
    this.#heap[at] = entry
  }

  /** Lets an entry sink from the top to its place. */
  #sink(entry: Entry<Item>): void {
    let at = 0
    for (;;) {
      const left = this.#heap[2 * at + 1]
      const right = this.#heap[2 * at + 2]
      const isRight = left && right ? isBefore(right, left) : false
      const child = isRight ? right : left
      if (!child || !isBefore(child, entry)) break
      this.#heap[at] = child
      at = 2 * at + (isRight ? 2 : 1)
    }
    this.#heap[at] = entry
  }

  /** A client that has nothing waiting starts anew next time: it owes nothing for what it was served. */
  #forget(name: string): void {
    const client = this.#clients.get(name)
    if (!client || client.count <= 1) this.#clients.delete(name)
    else client.count -= 1
  }
}

const isBefore = (one: Entry<unknown>, other: Entry<unknown>): boolean =>
  one.start < other.start || (one.start === other.start && one.number < other.number)
