import { realTimers } from './real-time.ts'

interface ChildAbort {
  signal: AbortSignal
  abort(reason?: unknown): void
  release(): void
}

/** A controller that also aborts when `parent` does. `release` forgets the parent, which may live much longer. */
export function childOf(parent: AbortSignal | undefined): ChildAbort {
  const controller = new AbortController()
  const follow = () => controller.abort(parent?.reason)
  if (parent?.aborted) follow()
  parent?.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    abort: (reason?: unknown) => controller.abort(reason),
    release: () => parent?.removeEventListener('abort', follow),
  }
}

/** Resolves after `ms`. @throws the reason of the signal, as soon as it aborts */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      realTimers.clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = realTimers.setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
