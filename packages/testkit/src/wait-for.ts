import { setTimeout as pause } from 'node:timers/promises'

/** Asks again and again until the condition gives something truthy, and returns it. @throws after `limitMs` */
export async function waitFor<T>(condition: () => T | Promise<T>, limitMs = 10_000): Promise<NonNullable<T>> {
  const endsAt = Date.now() + limitMs
  for (;;) {
    const found = await condition()
    if (found) return found
    if (Date.now() > endsAt) throw new Error(`the condition did not come true in ${limitMs} ms`)
    await pause(10)
  }
}
