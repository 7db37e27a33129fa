import { signal } from '@preact/signals'

/** Milliseconds since 1970, moved on every second while something counts down, else every half minute. */
export const now = signal(Date.now())

const usualStepMs = 30_000

function tick(): void {
  now.value = Date.now()
  setTimeout(tick, usualStepMs)
}
setTimeout(tick, usualStepMs)

/** Counts `now` down to a time, second by second. */
export function countTo(until: number): () => void {
  now.value = Date.now()
  const timer = setInterval(() => {
    now.value = Date.now()
    if (now.value >= until) clearInterval(timer)
  }, 1000)
  return () => clearInterval(timer)
}

/** Whole seconds until a time, at least 0. */
export const secondsUntil = (until: number): number => Math.max(0, Math.ceil((until - now.value) / 1000))
