import type { Log } from './log.ts'

/** Takes the work that nobody waits for, so that no promise floats: it logs failures and is waited for at shutdown. */
export interface Background {
  run(name: string, work: () => Promise<void>): void
  /** Settles when everything handed over so far has ended. */
  settled(): Promise<void>
}

/** Makes the supervisor of a process's background work. */
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
