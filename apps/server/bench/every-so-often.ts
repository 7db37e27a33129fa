import { setTimeout as pause } from 'node:timers/promises'

interface Rhythm<T> {
  all: Iterable<T>
  everyMs: number
  isOver: () => boolean
}

/** Begins one after the other at an even rate, whether or not those before have ended, and waits for all in the end. */
export async function everySoOften<T>(
  { all, everyMs, isOver }: Rhythm<T>,
  act: (each: T) => Promise<void>,
): Promise<void> {
  const underway: Promise<void>[] = []
  for (const each of all) {
    if (isOver()) break
    underway.push(act(each))
    await pause(everyMs)
  }
  await Promise.all(underway)
}

/** Counts from a number on, without end. */
export function* numbersFrom(first: number): Generator<number> {
  for (let number = first; ; number += 1) yield number
}
