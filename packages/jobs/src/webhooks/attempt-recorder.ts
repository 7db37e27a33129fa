import {
  type ClaimedDelivery,
  type Deps,
  disableWebhook,
  type EndedAttempt,
  recordAttempts,
  recordWebhookFailure,
  recordWebhookSuccess,
} from '@inlet/core'
import type { Log, Metrics } from '@inlet/runtime'
import type { SentCall } from './sender.ts'

/** The successes of a busy webhook are written to it at most this often. */
const writeSuccessEveryMs = 5_000

/** Writes down what came of calls: in the delivery, the webhook, the log and the metrics. */
export class AttemptRecorder {
  readonly #deps: Deps
  readonly #log: Log
  readonly #metrics: Metrics['webhooks']
  readonly #write: (ended: EndedAttempt) => Promise<void>
  readonly #successWrittenAt = new Map<string, number>()

  constructor({ deps, log, metrics }: { deps: Deps; log: Log; metrics: Pick<Metrics, 'webhooks'> }) {
    this.#deps = deps
    this.#log = log
    this.#metrics = metrics.webhooks
    this.#write = groupedWrites((ended) => recordAttempts(deps, ended))
  }

  /** @throws the driver's error; then the delivery is tried again when its lease ends */
  async record({ delivery, webhook }: ClaimedDelivery, sent: SentCall): Promise<void> {
    const { attempt, outcome } = sent
    const { status, error, durationMs } = attempt
    this.#metrics.called(outcome === 'failed' ? (error ?? 'refused') : outcome, durationMs)
    const ids = { deliveryId: delivery._id, webhookId: webhook._id, serviceId: webhook.serviceId }
    const { eventType, attemptCount } = delivery
    this.#log.info({ ...ids, eventType, attempt: attemptCount + 1, status, reason: error, durationMs }, 'webhook call')
    // First the webhook: a delivery that is completed is not looked at again.
    await this.#recordHealth({ delivery, webhook }, sent)
    await this.#write({ delivery, ...sent })
  }

  /** An error beside a call, which has been made or will be made again. */
  failed(error: unknown): void {
    this.#log.warn({ error }, 'webhook call not recorded')
  }

  async #recordHealth({ webhook }: ClaimedDelivery, { outcome }: SentCall): Promise<void> {
    if (outcome === 'succeeded') return await this.#recordSuccess(webhook)
    this.#successWrittenAt.delete(webhook._id)
    const reason = outcome === 'gone' ? 'gone' : 'failing'
    const isDisabled =
      outcome === 'gone'
        ? await disableWebhook(this.#deps, webhook._id, 'gone')
        : await recordWebhookFailure(this.#deps, webhook)
    if (isDisabled) this.#log.warn({ webhookId: webhook._id, serviceId: webhook.serviceId, reason }, 'webhook disabled')
  }

  async #recordSuccess({ _id, failingSince }: ClaimedDelivery['webhook']): Promise<void> {
    const now = this.#deps.clock.now().getTime()
    const writtenAt = this.#successWrittenAt.get(_id)
    // A failure that another process recorded meanwhile has to be cleared at once.
    if (failingSince === null && writtenAt !== undefined && now - writtenAt < writeSuccessEveryMs) return
    this.#successWrittenAt.set(_id, now)
    await recordWebhookSuccess(this.#deps, _id)
  }
}

/**
 * Writes items in groups, one group at a time: what comes while one is written makes the next. @returns a function that resolves when the
 * item's group is written, and rejects with the error of that write
 */
export function groupedWrites<T>(write: (items: T[]) => Promise<void>): (item: T) => Promise<void> {
  let next: { items: T[]; written: Promise<void> } | null = null
  let last: Promise<void> = Promise.resolve()

  async function writeAfter(before: Promise<void>, items: T[]): Promise<void> {
    // Its error is reported to its own callers.
    await before.catch(() => {})
    next = null
    await write(items)
  }

  return (item) => {
    if (!next) {
      const items: T[] = []
      next = { items, written: writeAfter(last, items) }
      last = next.written
    }
    next.items.push(item)
    return next.written
  }
}
