/** Calls `load` for a key, or shares the result of such a call with others. */
export type SharedCalls<V> = (key: string, load: () => Promise<V>) => Promise<V>

interface Turn<V> {
  ended: Promise<void>
  next: Promise<V> | null
}

/**
 * Answers simultaneous calls of one key with few loads: those that come while a load is running share the next one. Every call is answered
 * by a load that began after it, so a shared answer is never older than one of its own. Calls of different keys do not wait for each other.
 */
export function sharedCalls<V>(): SharedCalls<V> {
  const turns = new Map<string, Turn<V>>()

  function start(key: string, load: () => Promise<V>): Promise<V> {
    const loading = load()
    const turn: Turn<V> = { ended: loading.then(over, over), next: null }
    function over(): void {
      if (!turn.next) turns.delete(key)
    }
    turns.set(key, turn)
    return loading
  }

  return (key, load) => {
    const turn = turns.get(key)
    if (!turn) return start(key, load)
    turn.next ??= turn.ended.then(() => start(key, load))
    return turn.next
  }
}
