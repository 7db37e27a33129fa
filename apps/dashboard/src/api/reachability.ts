/** Whether the last call got an answer. */
export interface Reachability {
  isReachable: () => boolean
  subscribe: (listener: () => void) => () => void
  report: (isReachable: boolean) => void
}

/** Remembers whether the server answers, for the banner of the page. */
export function createReachability(): Reachability {
  const listeners = new Set<() => void>()
  let isReachable = true
  return {
    isReachable: () => isReachable,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    report(next) {
      if (next === isReachable) return
      isReachable = next
      for (const listener of listeners) listener()
    },
  }
}
