/**
 * The calls that a process makes at a time, shared by services: one gets another slot while it has fewer than are free. So one alone has
 * half of them, two have a third each, and there is always room for the next: the many slow endpoints of one delay no other.
 */
export class SharedSlots {
  readonly #most: number
  readonly #taken = new Map<string, number>()
  #sum = 0

  constructor(most: number) {
    this.#most = most
  }

  /** How many more a service may take now. */
  freeFor(serviceId: string): number {
    const own = this.#taken.get(serviceId) ?? 0
    // Each one taken is one free less.
    return Math.max(0, Math.ceil((this.#most - this.#sum - own) / 2))
  }

  take(serviceId: string): void {
    this.#sum += 1
    this.#taken.set(serviceId, (this.#taken.get(serviceId) ?? 0) + 1)
  }

  giveBack(serviceId: string): void {
    this.#sum -= 1
    const left = (this.#taken.get(serviceId) ?? 0) - 1
    if (left > 0) this.#taken.set(serviceId, left)
    else this.#taken.delete(serviceId)
  }
}
