import { LRUCache } from 'lru-cache'

/** An item in the queue and its client. */
export interface Waiting<Item> {
  item: Item
  client: string
  /** The expected work, above 0, in any unit that all items of a queue share. */
  cost: number
}

interface Client<Item> {
  /** Its items, first in first out. */
  first: Node<Item>
  last: Node<Item>
  /** Its virtual time: the work done for it, from the virtual time of the queue when it came. */
  served: number
}

interface Node<Item> {
  waiting: Waiting<Item>
  next: Node<Item> | null
}

/** A client's place in the heap. After a charge, its `served` is out of date and the place belongs further down. */
interface Place<Item> {
  client: Client<Item>
  served: number
  number: number
}

/** Charges of clients without waiting items are kept for so many clients, and so long. */
const absentClientsMax = 10_000
const chargeKeptMs = 60_000

/**
 * A fair queue: each client gets the same share of work, however many items the others add. The client that has been served least is
 * next, so a flood delays only the client that sends it. Work beyond an item's expected cost is charged afterwards, and counts for a
 * client that comes back within a minute. The items of one client keep their order. `push` and `shift` take logarithmic time.
 */
export class FairQueue<Item> {
  /** A binary heap: the client at `n` was served no more than those at `2n + 1` and `2n + 2`. */
  readonly #heap: Place<Item>[] = []
  readonly #clients = new Map<string, Client<Item>>()
  /** By `maxSize`: with `max` it would reserve memory for all entries at once, in each of a process's many queues. */
  readonly #charges = new LRUCache<string, number>({
    maxSize: absentClientsMax,
    sizeCalculation: () => 1,
    ttl: chargeKeptMs,
  })
  readonly #leadMax: number
  #front: Waiting<Item>[] = []
  #waiting = 0
  #virtualTime = 0
  #number = 0

  /** No client is charged to more than `leadMax` ahead of the queue: it never waits longer than the others need for that much work. */
  constructor(leadMax = Number.POSITIVE_INFINITY) {
    this.#leadMax = leadMax
  }

  get size(): number {
    return this.#waiting + this.#front.length
  }

  /** Whether an item of this client waits in its turn. */
  has(client: string): boolean {
    return this.#clients.has(client)
  }

  push(waiting: Waiting<Item>): void {
    const node = { waiting, next: null }
    this.#waiting += 1
    const known = this.#clients.get(waiting.client)
    if (known) {
      known.last.next = node
      known.last = node
      return
    }
    const client = {
      first: node,
      last: node,
      served: Math.max(this.#virtualTime, this.#charges.get(waiting.client) ?? 0),
    }
    this.#charges.delete(waiting.client)
    this.#clients.set(waiting.client, client)
    this.#rise(client)
  }

  /** Puts an item before all others: it was taken once already. */
  putBack(waiting: Waiting<Item>): void {
    this.#front.push(waiting)
  }

  /** Charges a client for work that its items took beyond their cost. */
  charge(name: string, work: number): void {
    const client = this.#clients.get(name)
    const charged = Math.max(this.#virtualTime, client?.served ?? this.#charges.get(name) ?? 0) + work
    const served = Math.min(charged, this.#virtualTime + this.#leadMax)
    if (client) client.served = Math.max(client.served, served)
    else this.#charges.set(name, served)
  }

  /** The next item, without taking it. */
  peek(): Waiting<Item> | undefined {
    return this.#front[0] ?? this.#next()?.first.waiting
  }

  shift(): Waiting<Item> | undefined {
    if (this.#front.length > 0) return this.#front.shift()
    const client = this.#next()
    if (!client) return undefined
    const { waiting, next } = client.first
    this.#waiting -= 1
    this.#virtualTime = client.served
    client.served += waiting.cost
    if (next) {
      client.first = next
      this.#sinkTop(client)
    } else this.#removeTop(waiting.client)
    return waiting
  }

  /** The client that is next. Clients that were charged meanwhile are moved to their place first. */
  #next(): Client<Item> | undefined {
    for (;;) {
      const [top] = this.#heap
      if (!top || top.served === top.client.served) return top?.client
      this.#sinkTop(top.client)
    }
  }

  /** Removes the client at the top, which has no more items. Only charges are remembered: its expected work is forgotten. */
  #removeTop(name: string): void {
    this.#clients.delete(name)
    const last = this.#heap.pop()
    if (last && this.#heap.length > 0) this.#sink(last)
  }

  #rise(client: Client<Item>): void {
    const place = this.#placeOf(client)
    let at = this.#heap.length
    for (; at > 0; ) {
      const parentAt = (at - 1) >> 1
      const parent = this.#heap[parentAt]
      if (!parent || !isBefore(place, parent)) break
      this.#heap[at] = parent
      at = parentAt
    }
    this.#heap[at] = place
  }

  #sinkTop(client: Client<Item>): void {
    this.#sink(this.#placeOf(client))
  }

  #placeOf(client: Client<Item>): Place<Item> {
    this.#number += 1
    return { client, served: client.served, number: this.#number }
  }

  /** Puts a place at the top, in place of the one there, and lets it sink. */
  #sink(place: Place<Item>): void {
    let at = 0
    for (;;) {
      const left = this.#heap[2 * at + 1]
      const right = this.#heap[2 * at + 2]
      const isRight = left && right ? isBefore(right, left) : false
      const child = isRight ? right : left
      if (!child || !isBefore(child, place)) break
      this.#heap[at] = child
      at = 2 * at + (isRight ? 2 : 1)
    }
    this.#heap[at] = place
  }
}

const isBefore = (one: Place<unknown>, other: Place<unknown>): boolean =>
  one.served < other.served || (one.served === other.served && one.number < other.number)
