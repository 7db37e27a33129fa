import { type DeliveryDoc, type Deps, type WebhookDoc, webhookTargets } from '@inlet/core'
import { type TestClock, waitFor } from '@inlet/testkit'
import { type ReceivingState, startWebhooks } from '../src/webhooks/start-webhooks.ts'
import { type JobProcess, startJobWorld } from './job-world.ts'

/** A Standard Webhooks secret for tests. */
export const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString('base64')}`

/** A process that sends webhooks. */
export interface WebhookWorker extends JobProcess, AsyncDisposable {
  stop(): Promise<void>
}

/** A database with a service's webhooks, and the processes that send them. */
export interface WebhookWorld extends AsyncDisposable {
  clock: TestClock
  deps: Deps
  serviceId: string
  /** Stores an enabled webhook. */
  webhook(url: string, more?: Partial<WebhookDoc>): Promise<WebhookDoc>
  /** Stores events that are to be dispatched, of the world's service or another one. @returns their ids */
  events(count: number, ofService?: string): Promise<string[]>
  /** `receiving`: of a process that receives mail too. */
  worker(receiving?: () => ReceivingState, deliveriesPerMinute?: number): Promise<WebhookWorker>
  deliveries(filter?: Partial<Pick<DeliveryDoc, 'webhookId' | 'state'>>): Promise<DeliveryDoc[]>
  /** The stored webhook as it is now. */
  reload(webhook: WebhookDoc): Promise<WebhookDoc | null>
  /** Waits until this many deliveries are in a state. */
  until(state: DeliveryDoc['state'], count: number): Promise<DeliveryDoc[]>
}

/** Makes an empty database with one service's webhooks. */
export async function startWebhookWorld(): Promise<WebhookWorld> {
  const world = await startJobWorld()
  const { deps } = await world.process()
  const serviceId = deps.newId()
  const workers: WebhookWorker[] = []
  const deliveries: WebhookWorld['deliveries'] = (filter = {}) =>
    deps.db.collection<DeliveryDoc>('deliveries').find(filter).sort({ _id: 1 }).toArray()

  return {
    clock: world.clock,
    deps,
    serviceId,
    async webhook(url, more = {}) {
      const webhook = { ...newWebhook(deps, serviceId), url, ...more }
      await deps.db.collection<WebhookDoc>('webhooks').insertOne(webhook)
      return webhook
    },
    async events(count, ofService = serviceId) {
      const events = Array.from({ length: count }, () => newEvent(deps, ofService))
      await deps.db.collection<{ _id: string }>('events').insertMany(events)
      return events.map(({ _id }) => _id)
    },
    async worker(receiving = () => ({ isBusy: false, mails: 0 }), deliveriesPerMinute = 100_000) {
      const opened = await world.process()
      const targets = webhookTargets(['127.0.0.0/8'])
      const started = startWebhooks({ ...opened.needs, targets, dnsServers: [], deliveriesPerMinute, receiving })
      let stopped: Promise<void> | null = null
      const stop = () => {
        stopped ??= started.stop()
        return stopped
      }
      const worker = { ...opened, stop, [Symbol.asyncDispose]: stop }
      workers.push(worker)
      return worker
    },
    deliveries,
    reload: ({ _id }) => deps.db.collection<WebhookDoc>('webhooks').findOne({ _id }),
    until: (state, count) =>
      waitFor(async () => {
        const found = await deliveries({ state })
        return found.length >= count ? found : null
      }, 30_000),
    async [Symbol.asyncDispose]() {
      await Promise.all(workers.map((worker) => worker.stop()))
      await world[Symbol.asyncDispose]()
    },
  }
}

function newWebhook(deps: Deps, serviceId: string): WebhookDoc {
  return {
    _id: deps.newId(),
    serviceId,
    url: '',
    description: null,
    events: ['address.created'],
    filterOtpOnly: false,
    state: 'enabled',
    disabledReason: null,
    secrets: [{ value: secretOf(1), expiresAt: null }],
    createdAt: deps.clock.now(),
    lastSuccessAt: null,
    failingSince: null,
  }
}

function newEvent(deps: Deps, serviceId: string) {
  const createdAt = deps.clock.now()
  const data = {
    id: deps.newId(),
    serviceId,
    domainId: deps.newId(),
    localPart: 'code',
    fullAddress: 'code@mail.example',
    hasPassword: false,
    ttlSeconds: 0,
    expiresAt: createdAt.toISOString(),
    createdAt: createdAt.toISOString(),
  }
  return { _id: deps.newId(), serviceId, isLive: true, type: 'address.created', data, createdAt, isPending: true }
}
