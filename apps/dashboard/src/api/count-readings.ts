import type { LiveEvent } from '@inlet/contract'

/** Servers write what they count twice a second, so that a second after its event a mail is counted. */
const countedMs = 1000
/** For one kind of event the counts are read this often at most, however many there are. */
const everyMs = 5000

/**
 * Has the counts read a second after an event. Under many events of a kind they are read every five seconds, and a last time when the newest is
 * counted. An event of another kind does not wait for that: the first mail of an address comes just after the address was made.
 */
export function countReadings(read: () => void) {
  /** When the counts were read last for each kind of event. */
  const readAt = new Map<LiveEvent['type'], number>()
  /** Of the events that are in no reading yet: when the first and the newest of each kind came. */
  const waiting = new Map<LiveEvent['type'], { first: number; newest: number }>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const dueAt = ([type, { first }]: [LiveEvent['type'], { first: number }]) =>
    Math.max(first + countedMs, (readAt.get(type) ?? Number.NEGATIVE_INFINITY) + everyMs)

  function plan(): void {
    clearTimeout(timer)
    if (waiting.size > 0) timer = setTimeout(readNow, Math.min(...[...waiting].map(dueAt)) - performance.now())
  }

  function readNow(): void {
    const now = performance.now()
    let isDue = false
    for (const [type, { first, newest }] of waiting) {
      // Not counted yet: this event needs a later reading.
      if (now - first < countedMs) continue
      isDue = true
      readAt.set(type, now)
      if (now - newest < countedMs) waiting.set(type, { first: newest, newest })
      else waiting.delete(type)
    }
    // A timer may fire a fraction of a millisecond early.
    if (isDue) read()
    plan()
  }

  return {
    note(type: LiveEvent['type']): void {
      const newest = performance.now()
      const known = waiting.get(type)
      waiting.set(type, { first: known?.first ?? newest, newest })
      if (!known) plan()
    },
    stop(): void {
      clearTimeout(timer)
      waiting.clear()
    },
  }
}
