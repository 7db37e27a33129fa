import type { Log } from '@inlet/runtime'

/** Work that comes round again and again. */
export interface Repeating {
  /** Ends after the step that is running. */
  stop(): Promise<void>
}

interface RepeatOptions {
  name: string
  everyMs: number
  log: Log
  /** Does one small step; true means that there is more to do right away. */
  step: () => Promise<boolean>
}

/** Runs a step, again at once while there is more, else after a pause; a step that fails is logged and comes round again. */
export function repeat({ name, everyMs, log, step }: RepeatOptions): Repeating {
  let isStopped = false
  let wake = () => {}
  const ended = (async () => {
    while (!isStopped) {
      const hasMore = await step().catch((error: unknown) => {
        log.warn({ error, job: name }, 'job failed')
        return false
      })
      if (!hasMore && !isStopped) await pause()
    }
  })()

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, everyMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    stop() {
      isStopped = true
      wake()
      return ended
    },
  }
}
