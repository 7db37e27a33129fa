import { setTimeout as pause } from 'node:timers/promises'

/** Repeats the condition until it returns something truthy, and returns that. @throws after `limitMs` */
export async function waitFor<T>(condition: () => T | Promise<T>, limitMs = 30_000): Promise<NonNullable<T>> {
  const endsAt = Date.now() + limitMs
  for (;;) {
    const found = await condition()
    if (found) return found
    if (Date.now() > endsAt) throw new Error(`the condition did not come true in ${limitMs} ms`)
    await pause(10)
  }
}
