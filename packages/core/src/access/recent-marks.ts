import { createHmac, randomBytes } from 'node:crypto'
import { recentEntries } from '../caching/recent-entries.ts'

const maxEntries = 10_000

/** What a process has seen lately, such as a right password with the hash that it belongs to. */
export interface RecentMarks {
  has(texts: readonly string[], now: Date): boolean
  add(texts: readonly string[], now: Date): void
}

/** Makes a memory that keeps no text, only a keyed hash of it for some time; the key is nowhere else. */
export function recentMarks(keptMs: number): RecentMarks {
  const key = randomBytes(32)
  const kept = recentEntries<{ untilMs: number }>(maxEntries)
  const markOf = (texts: readonly string[]) =>
    createHmac('sha256', key).update(JSON.stringify(texts).normalize('NFKC')).digest('base64url')

  return {
    has: (texts, now) => (kept.get(markOf(texts))?.untilMs ?? 0) > now.getTime(),
    add(texts, now) {
      kept.set(markOf(texts), { untilMs: now.getTime() + keptMs })
    },
  }
}
