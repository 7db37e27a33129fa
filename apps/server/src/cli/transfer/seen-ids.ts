/** The ids of the messages that were read so far, in all inboxes. */
export interface SeenIds {
  /** Remembers an id. @returns what is wrong with it, or null */
  problemOf(id: string): string | null
}

/** Makes an empty one. It takes about 100 bytes for each id. */
export function seenIds(): SeenIds {
  // By the last character: one set holds 16 million.
  const sets = new Map<string, Set<string>>()
  return {
    problemOf(id) {
      const key = id.slice(-1)
      const seen = sets.get(key) ?? new Set()
      if (seen.has(id)) return 'id: a message of another inbox has it'
      sets.set(key, seen.add(id))
      return null
    },
  }
}
