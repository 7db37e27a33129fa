import type { Log, Stoppable } from '@inlet/runtime'

/** Orchestrators send SIGKILL after ten seconds. Before that the log must be complete and the exit code set. */
const orchestratorLimitMs = 9_500
/** After the limit or a second signal every part is still asked to stop, and gets this long to stop its child processes. */
const lastWordMs = 300

/** Ctrl-C at a terminal reaches npm and this process, and npm sends it again. Signals this close together count as one. */
const echoMs = 250

/** The parts that a process has started, and the one way to stop them: on a signal or an error, also in the middle of the start. */
export interface Lifetime {
  /** Starts a part. Parts are stopped in reverse order. @throws what `begin` throws; also when the shutdown has begun */
  start<T extends Omit<Stoppable, 'name'>>(name: string, begin: () => Promise<T>): Promise<T>
  /** Runs work for which a shutdown waits. @throws what `work` throws; also when the shutdown has begun */
  finish<T>(work: () => Promise<T>): Promise<T>
  isEnding(): boolean
  /** Stops all parts, newest first, and ends the process with this code, or with 1 if a part could not be stopped. */
  end(code: number): Promise<void>
}

/**
 * Handles SIGTERM and SIGINT from now on. A second signal, or a shutdown that takes longer than the limit, ends the process at once.
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
    // The database gets its signal now and ends later by itself.
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
