import type { Log } from './log.ts'

/** Runs work that no caller awaits: its failures are logged, and shutdown waits for it. */
export interface Background {
  run(name: string, work: () => Promise<void>): void
  /** Resolves when all work has ended, also work that is added meanwhile. */
  settled(): Promise<void>
}

/** Makes the supervisor of the background work of a process. */
export function createBackground(log: Log): Background {
  const running = new Set<Promise<void>>()
  return {
    run(name, work) {
      const done = work()
        .catch((error: unknown) => log.warn({ error, work: name }, 'background work failed'))
        .finally(() => running.delete(done))
      running.add(done)
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
