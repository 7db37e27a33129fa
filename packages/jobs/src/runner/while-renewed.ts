import { setTimeout as wait } from 'node:timers/promises'
import { type Deps, type Lease, renewLease } from '@inlet/core'

/** The lease of a running job was taken by another process, or could not be renewed before its end. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** A lease that was taken, and when it ends unless it is renewed. */
type TakenLease = { lease: Lease; until: Date }

/**
 * Does `work` and renews the lease meanwhile, three times in its duration. The signal that `work` gets is aborted with `LeaseLost` when
 * the lease is lost. @throws LeaseLost then, once `work` has ended; otherwise what `work` throws
 */
export async function whileRenewed(
  deps: Deps,
  taken: TakenLease,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<void> {
  const done = new AbortController()
  const lost = new AbortController()
  const renewing = renewUntil(done.signal, deps, taken).catch((error: unknown) => lost.abort(error))
  try {
    await work(lost.signal)
  } finally {
    done.abort()
    await renewing
  }
  lost.signal.throwIfAborted()
}

/** @throws LeaseLost */
async function renewUntil(done: AbortSignal, deps: Deps, { lease, until }: TakenLease): Promise<void> {
  let endsAt = until.getTime()
  for (;;) {
    await pause(lease.durationMs / 3, done)
    if (done.aborted) return
    const renewedAt = deps.clock.now().getTime()
    try {
      if (!(await renewLease(deps, lease))) throw new LeaseLost(`Another process has the lease of ${lease.name}`)
      endsAt = renewedAt + lease.durationMs
    } catch (error) {
      if (error instanceof LeaseLost) throw error
      // The database may answer again before the lease ends.
      if (deps.clock.now().getTime() >= endsAt)
        throw new LeaseLost(`The lease of ${lease.name} could not be renewed`, { cause: error })
    }
  }
}

/** Waits; ends early, without an error, when the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(Math.min(Math.max(ms, 1), longestTimerMs), undefined, { signal }).catch(() => {})
}

/** Node runs a longer timer at once. */
const longestTimerMs = 2 ** 31 - 1
