import {
  attemptRecorder,
  countDueDeliveries,
  countUndispatched,
  type Deps,
  findDispatchable,
  type WebhookTargets,
} from '@inlet/core'
import { type Log, type Metrics, withDeadline } from '@inlet/runtime'
import { pause } from '../runner/while-renewed.ts'
import { type CallRecorder, DeliveryQueue } from './delivery-queue.ts'
import { Dispatcher, DispatchTurn } from './dispatcher.ts'
import { hostResolver } from './http-call.ts'
import { createSender } from './sender.ts'

/** What webhooks are sent with. */
export interface WebhookNeeds {
  deps: Deps
  log: Log
  metrics: Pick<Metrics, 'webhooks'>
  targets: WebhookTargets
  /** Name servers; empty: the system's. */
  dnsServers: string[]
  /** How many deliveries a service may have in a minute; its further events wait. */
  deliveriesPerMinute: number
  /** Mail comes first in a process that receives mail too. */
  receiving: () => ReceivingState
}

/** How often this process looks for new events, and for deliveries that are due again. */
const dispatchEveryMs = 200
const passEveryMs = 500
/** Between two dispatches where few events come: together they cost the database as many writes as one event alone. */
const dispatchGapMs = 50
const manyEvents = 100
const nothing = { count: 0, hasMore: false }
/** Between two passes, also where there is much to do: each claims more at a time then. */
const passGapMs = 20
/** From one step to the next while mails wait: each takes a small share of what is to be done. */
const shareGapMs = 250
const afterErrorMs = 1_000
/** While the database is away every step fails: it is said once in this time, not for each. */
const warnEveryMs = 60_000
const countEveryMs = 15_000
/** Together less than what the shutdown of a process allows. */
const callGraceMs = 3_000
const stopMs = 7_000

/** Turns events into deliveries and sends them, until it is stopped. Any number of processes share the work. */
export function startWebhooks(needs: WebhookNeeds): { stop(): Promise<void> } {
  const { deps, log, metrics, targets, dnsServers, deliveriesPerMinute, receiving } = needs
  const stopping = new AbortController()
  const sender = createSender({ targets, resolve: hostResolver(dnsServers), now: () => deps.clock.now() })
  const bell = wakeBell()
  const queue = new DeliveryQueue({ deps, sender, recorder: callRecorder(needs), wake: bell.ring })
  const dispatcher = new Dispatcher({ deps, log, queue, wake: bell.ring, deliveriesPerMinute })
  const turn = new DispatchTurn(deps, deps.newId())
  const dispatchShare = new ReceivingShare(receiving)
  const deliveryShare = new ReceivingShare(receiving)
  let backlog = 0
  let oldestEventAt: Date | null = null
  let heldServices = 0
  let warnedAt = Number.NEGATIVE_INFINITY
  metrics.webhooks.watch(() => {
    const { deadEndpoints, oldestDueMs } = queue.state()
    const eventMs = oldestEventAt === null ? 0 : deps.clock.now().getTime() - oldestEventAt.getTime()
    return { backlog, deadEndpoints, oldestDueMs: Math.max(oldestDueMs, eventMs), heldServices }
  })

  async function repeat(what: string, step: () => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await step()
      } catch (error) {
        const isNew = performance.now() - warnedAt > warnEveryMs
        if (isNew) warnedAt = performance.now()
        log[isNew ? 'warn' : 'debug']({ error }, `${what} failed`)
        await pause(afterErrorMs, stopping.signal)
      }
    }
  }

  const loops = [
    repeat('webhook dispatch', async () => {
      const { serviceIds, oldestAt, heldServiceIds } = await findDispatchable(deps, deliveriesPerMinute)
      oldestEventAt = oldestAt
      heldServices = heldServiceIds.length
      // The turn is a write: a worker with nothing to do makes none.
      const isOwn = serviceIds.length > 0 && (await turn.isOwn())
      const most = dispatchShare.next()
      const { count, hasMore } = isOwn ? await dispatcher.step(serviceIds, most) : nothing
      if (most !== null) {
        // So that a worker that receives no mail can take it.
        await turn.giveBack()
        return await pause(shareGapMs, stopping.signal)
      }
      if (!hasMore && count < manyEvents) await pause(count === 0 ? dispatchEveryMs : dispatchGapMs, stopping.signal)
    }),
    repeat('webhook deliveries', async () => {
      const rung = bell.renew()
      const most = deliveryShare.next()
      await queue.pass(most ?? Number.POSITIVE_INFINITY)
      await pause(most === null ? passGapMs : shareGapMs, stopping.signal)
      await pause(passEveryMs, AbortSignal.any([stopping.signal, rung]))
    }),
    repeat('webhook count', async () => {
      const counts = await Promise.all([countDueDeliveries(deps), countUndispatched(deps)])
      backlog = counts[0] + counts[1]
      await pause(countEveryMs, stopping.signal)
    }),
  ]

  async function stop(): Promise<void> {
    stopping.abort()
    await Promise.all([...loops, queue.close(callGraceMs)])
    // What the last step of a loop had claimed.
    await queue.idle()
    await turn.giveBack()
    await sender.close()
  }
  return {
    stop: () => withDeadline(stop(), stopMs, () => new Error(`Webhooks did not stop within ${stopMs / 1000} s`)),
  }
}

/** Says in the log and the metrics what came of calls, and records it. */
function callRecorder({ deps, log, metrics }: WebhookNeeds): CallRecorder {
  const record = attemptRecorder(deps, ({ _id, serviceId }, reason) =>
    log.warn({ webhookId: _id, serviceId, reason }, 'webhook disabled'),
  )
  return {
    async record({ delivery, webhook }, sent) {
      const { status, error, durationMs } = sent.attempt
      metrics.webhooks.called(sent.outcome === 'failed' ? (error ?? 'refused') : sent.outcome, durationMs)
      const ids = { deliveryId: delivery._id, webhookId: webhook._id, serviceId: webhook.serviceId }
      const { eventType, attemptCount } = delivery
      log.info({ ...ids, eventType, attempt: attemptCount + 1, status, reason: error, durationMs }, 'webhook call')
      await record(webhook, { delivery, ...sent })
    },
    failed: (error) => log.warn({ error }, 'webhook call not recorded'),
  }
}

/** Ends a pause early: `renew` before the work, so that a ring during it counts. */
function wakeBell(): { ring: () => void; renew: () => AbortSignal } {
  let bell = new AbortController()
  return {
    ring: () => bell.abort(),
    renew() {
      bell = new AbortController()
      return bell.signal
    },
  }
}

/** How receiving mail stands in this process. */
export interface ReceivingState {
  /** Whether mails wait for processor time. */
  isBusy: boolean
  /** How many mails have been received since the process began. */
  mails: number
}

/** While mails wait, one event is begun for so many received mails: a tenth of the events, so that receiving keeps most of the processors. */
const mailsForEach = 10

/** What a step may begin, since receiving mail comes first. */
export class ReceivingShare {
  readonly #receiving: () => ReceivingState
  #mailsBefore = 0

  constructor(receiving: () => ReceivingState) {
    this.#receiving = receiving
  }

  /**
   * How many events or deliveries the next step may begin, by the mails since the last call; null: any number, since no mail waits. Never
   * 0: a flood without end would keep them for ever.
   */
  next(): number | null {
    const { isBusy, mails } = this.#receiving()
    const since = mails - this.#mailsBefore
    this.#mailsBefore = mails
    return isBusy ? Math.max(1, Math.floor(since / mailsForEach)) : null
  }
}
