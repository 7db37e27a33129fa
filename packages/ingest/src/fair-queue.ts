import { LRUCache } from 'lru-cache'

/** Something that waits, for whom, and how much work it is, as far as is known before. */
export interface Waiting<Item> {
  item: Item
  client: string
  /** Above 0, in any unit that all items of a queue share. */
  cost: number
}

interface Client<Item> {
  /** What waits for it, first in first out. */
  first: Node<Item>
  last: Node<Item>
  /** The work that it has been served, counted from where the queue stood when it came. */
  served: number
}

interface Node<Item> {
  waiting: Waiting<Item>
  next: Node<Item> | null
}

/** A client's place in the heap; where it has been charged since, it belongs further down. */
interface Place<Item> {
  client: Client<Item>
  served: number
  number: number
}

/** Debts of clients that have nothing waiting: for so many, and so long. */
const debtorsMax = 10_000
const debtKeptMs = 60_000

/**
 * A queue in which each client gets the same share of work, whatever the others put in: who has been served least is next, so a
 * flood delays the flooding client. What an item cost beyond what was known of it is charged afterwards, and a client that comes again
 * within a minute still owes it. Of one client the order is kept. Both ends take logarithmic time, and memory is that of what waits.
 */
export class FairQueue<Item> {
  /** A binary heap: the client at `n` was served no more than those at `2n + 1` and `2n + 2`. */
  readonly #heap: Place<Item>[] = []
  readonly #clients = new Map<string, Client<Item>>()
  readonly #debts = new LRUCache<string, number>({ max: debtorsMax, ttl: debtKeptMs })
  readonly #debtMax: number
  #front: Waiting<Item>[] = []
  #waiting = 0
  #now = 0
  #number = 0

  /** No client owes more than `debtMax`, so that nobody is kept out for longer than it takes to serve the others that much. */
  constructor(debtMax = Number.POSITIVE_INFINITY) {
    this.#debtMax = debtMax
  }

  get size(): number {
    return this.#waiting + this.#front.length
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
    const client = { first: node, last: node, served: Math.max(this.#now, this.#debts.get(waiting.client) ?? 0) }
    this.#debts.delete(waiting.client)
    this.#clients.set(waiting.client, client)
    this.#rise(client)
  }

  /** Puts something in before all others: it has had its turn. */
  putBack(waiting: Waiting<Item>): void {
    this.#front.push(waiting)
  }

  /** Counts work for a client that its items took beyond their cost. */
  charge(name: string, work: number): void {
    const client = this.#clients.get(name)
    const owed = Math.max(this.#now, client?.served ?? this.#debts.get(name) ?? 0) + work
    const served = Math.min(owed, this.#now + this.#debtMax)
    if (client) client.served = Math.max(client.served, served)
    else this.#debts.set(name, served)
  }

  /** What is next, without taking it. */
  peek(): Waiting<Item> | undefined {
    return this.#front[0] ?? this.#next()?.first.waiting
  }

  shift(): Waiting<Item> | undefined {
    if (this.#front.length > 0) return this.#front.shift()
    const client = this.#next()
    if (!client) return undefined
    const { waiting, next } = client.first
    this.#waiting -= 1
    this.#now = client.served
    client.served += waiting.cost
    if (next) {
      client.first = next
      this.#sinkTop(client)
    } else this.#leave(waiting.client)
    return waiting
  }

  /** The client whose turn it is: the places of those that were charged meanwhile are put right on the way. */
  #next(): Client<Item> | undefined {
    for (;;) {
      const [top] = this.#heap
      if (!top || top.served === top.client.served) return top?.client
      this.#sinkTop(top.client)
    }
  }

  /** A client that has nothing waiting starts anew next time: what it was served as it was foretold is no debt. */
  #leave(name: string): void {
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

  /** Lets a place sink from the top, whose own is given up. */
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
