/**
 * Writes items in groups, one group at a time: what comes while one is written makes the next. @returns a function that resolves when the
 * item's group is written, and rejects with the error of that write
 */
export function groupedWrites<T>(write: (items: T[]) => Promise<void>): (item: T) => Promise<void> {
  let next: { items: T[]; written: Promise<void> } | null = null
  let last: Promise<void> = Promise.resolve()

  async function writeAfter(before: Promise<void>, items: T[]): Promise<void> {
    // Its error is reported to its own callers.
    await before.catch(() => {})
    next = null
    await write(items)
  }

  return (item) => {
    if (!next) {
      const items: T[] = []
      next = { items, written: writeAfter(last, items) }
      last = next.written
    }
    next.items.push(item)
    return next.written
  }
}
