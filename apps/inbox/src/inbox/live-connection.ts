import { signal } from '@preact/signals'
import { type ApiError, toApiError } from '../api/api-error.ts'
import { pause } from '../api/pause.ts'

/** How the page is connected to an inbox. `until` is when it tries again, in milliseconds since 1970. */
type Connection =
  | { state: 'connecting' | 'live' | 'offline' | 'paused' }
  | { state: 'waiting' | 'retrying'; until: number }

/** One call of the loop. `hold`: the seconds for which the server may hold it, 0 for a plain read. @returns calls left in the rate window */
type Read = (hold: number, signal: AbortSignal) => Promise<{ hasNews: boolean; remaining: number | null }>

interface LiveOptions {
  read: Read
  /** A error that waiting does not mend: the loop ends. */
  onEnd: (error: ApiError) => void
  /** Whether a hidden page stays connected. */
  isWatchedHidden: () => boolean
}

/** A held call ends well before proxies' usual minute. */
const holdSeconds = 50
/**
 * Mails that two processes receive at once may become visible in another order than their ids: some seconds after a mail the inbox is read as
 * a whole (contract section 4).
 */
const settleSeconds = 6
const firstRetryMs = 1000
const longestRetryMs = 15_000
/** Calls that are kept for what the visitor does: below that the loop is slower. */
const sparedCalls = 10
const spareMs = 4000
const hiddenMs = 10 * 60_000

/** Errors that a later call may not have: no answer, the server stopping or overtaxed, too many calls. */
const isPassing = ({ status }: ApiError) => status === 0 || status === 408 || status === 429 || status >= 500

/** Keeps an inbox up to date without polling: a call that the server holds, and after it the next. `stop` ends it. */
export function startLive({ read, onEnd, isWatchedHidden }: LiveOptions) {
  const connection = signal<Connection>({ state: 'connecting' })
  const end = new AbortController()
  let step = new AbortController()
  let hiddenTimer = 0
  let isHiddenLong = false

  /** Gives up what the loop does now; it begins again with a plain read. */
  const restart = () => step.abort()

  const onVisibility = () => {
    clearTimeout(hiddenTimer)
    isHiddenLong = false
    if (document.hidden) hiddenTimer = window.setTimeout(onHiddenLong, hiddenMs)
    else if (connection.value.state !== 'live') restart()
  }
  const onHiddenLong = () => {
    isHiddenLong = !isWatchedHidden()
    if (isHiddenLong) restart()
  }

  addEventListener('online', restart, { signal: end.signal })
  addEventListener('offline', restart, { signal: end.signal })
  // A page that comes back from the browser's history has lost its call.
  addEventListener('pageshow', (event) => event.persisted && restart(), { signal: end.signal })
  document.addEventListener('visibilitychange', onVisibility, { signal: end.signal })

  async function run(): Promise<void> {
    let hold = 0
    let failures = 0
    while (!end.signal.aborted) {
      if (step.signal.aborted) {
        step = new AbortController()
        hold = 0
        if (!navigator.onLine) await rest({ state: 'offline' })
        else if (isHiddenLong) await rest({ state: 'paused' })
        continue
      }
      try {
        const { hasNews, remaining } = await read(hold, AbortSignal.any([end.signal, step.signal]))
        failures = 0
        connection.value = { state: 'live' }
        // News while it was held, and a plain read after every time that it was held to the end.
        if (hold === 0) hold = holdSeconds
        else hold = hasNews ? settleSeconds : 0
        if (remaining !== null && remaining < sparedCalls) await pause(spareMs, step.signal)
      } catch (thrown) {
        const error = toApiError(thrown)
        if (end.signal.aborted || step.signal.aborted) continue
        if (!isPassing(error)) return onEnd(error)
        hold = 0
        failures += 1
        await waitAfter(error, failures)
      }
    }
  }

  /** Waits for an event of the page that calls `restart`. */
  async function rest(state: Connection): Promise<void> {
    connection.value = state
    await new Promise<void>((resolve) => {
      for (const signal of [step.signal, end.signal]) signal.addEventListener('abort', () => resolve(), { once: true })
    })
    if (!end.signal.aborted) connection.value = { state: 'connecting' }
    step = new AbortController()
  }

  async function waitAfter({ status, facts }: ApiError, failures: number): Promise<void> {
    if (!navigator.onLine) return rest({ state: 'offline' })
    const backOff = Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2)
    const requested = facts.retryAfterSeconds === null ? 0 : (facts.retryAfterSeconds + Math.random()) * 1000
    const delay = Math.max(backOff, requested)
    connection.value = { state: status === 429 ? 'waiting' : 'retrying', until: Date.now() + delay }
    await pause(delay, AbortSignal.any([step.signal, end.signal]))
  }

  void run()
  return {
    connection,
    restart,
    stop: () => {
      clearTimeout(hiddenTimer)
      end.abort()
    },
  }
}
