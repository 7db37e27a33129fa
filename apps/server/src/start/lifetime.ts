import type { Log, Stoppable } from '@inlet/runtime'

/** Orchestrators send SIGKILL after ten seconds; before that the log is to be whole and the exit code our own. */
const orchestratorLimitMs = 9_500
/** After the limit, or a second signal, every part is still asked to stop and gets this long to pass it on. */
const lastWordMs = 300

/** A terminal's Ctrl-C reaches npm and this process, and npm passes it on: that is one signal, not two. */
const echoMs = 250

/** What a process has started, and its one way out: by signal, by error, at any moment of the start. */
export interface Lifetime {
  /** Starts a part, to be stopped at the end before all that were started earlier. @throws what `begin` throws, and once the end has begun */
  start<T extends Omit<Stoppable, 'name'>>(name: string, begin: () => Promise<T>): Promise<T>
  /** Work that the end does not cut in two. @throws what `work` throws, and once the end has begun */
  finish<T>(work: () => Promise<T>): Promise<T>
  isEnding(): boolean
  /** Stops everything, newest first, and ends the process with this code, or 1 where a part could not be stopped. */
  end(code: number): Promise<void>
}

/**
 * Makes the process's lifetime and listens for SIGTERM and SIGINT from now on; a second one ends the process at once, and so does
 * a stop that takes longer than the limit.
 */
export function createLifetime(log: Log, endLimitMs = orchestratorLimitMs): Lifetime {
  const parts: Stoppable[] = []
  let busy: Promise<unknown> = Promise.resolve()
  let ending: Promise<void> | null = null
  let isCutShort = false
  let signalledAt = Number.NEGATIVE_INFINITY

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      const isEcho = performance.now() - signalledAt < echoMs
      if (ending) return isEcho ? undefined : giveUp('second signal')
      signalledAt = performance.now()
      log.info({ signal }, 'shutting down')
      void end(0)
    })
  }

  async function finish<T>(work: () => Promise<T>): Promise<T> {
    assertGoingOn()
    const working = work()
    busy = Promise.allSettled([working])
    const result = await working
    assertGoingOn()
    return result
  }

  function assertGoingOn(): void {
    if (ending) throw new Error('The process is ending')
  }

  function end(code: number): Promise<void> {
    ending ??= endInOrder(code)
    return ending
  }

  async function endInOrder(code: number): Promise<void> {
    setTimeout(() => giveUp('time limit'), endLimitMs).unref()
    await busy
    let exitCode = code
    for (let part = parts.shift(); part; part = parts.shift()) {
      try {
        await part.stop()
      } catch (error) {
        log.error({ error, part: part.name }, 'stopping failed')
        exitCode = 1
      }
    }
    if (!isCutShort) log.flush(() => process.exit(exitCode))
  }

  function giveUp(reason: string): void {
    log.error({ reason }, 'shutdown cut short')
    log.flush()
    isCutShort = true
    // A database that hears it now ends by itself later.
    void Promise.allSettled(parts.splice(0).map((part) => part.stop()))
    setTimeout(() => process.exit(1), lastWordMs)
  }

  return {
    start: (name, begin) =>
      finish(async () => {
        const part = await begin()
        parts.unshift({ name, stop: () => part.stop() })
        return part
      }),
    finish,
    isEnding: () => ending !== null,
    end,
  }
}
