import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase } from '@inlet/core'
import { inTurn } from '../in-turn.ts'
import { putLoad } from '../put-load.ts'
import type { ServedProduct } from '../served-product.ts'
import { makeEndpoints } from './make-endpoints.ts'
import { startReceivers } from './receivers.ts'

const pairs = 6
const turnSeconds = 5
/** A change of a webhook is known to the recipients' look-up after this time. */
const settleMs = 1_500
const drainLimitMs = 60_000

/** Mails a second while every mail is reported, compared with the same load while the webhook is disabled. */
export interface BesideRow {
  rate: number
  rateWithout: number
  /** The longest time until the events of one turn were all delivered, after its load. */
  drainedAfterMs: number
}

/** Ingest with a webhook and without, in turns. */
export async function measureIngestBeside(product: ServedProduct, databaseUri: string): Promise<BesideRow> {
  await using receivers = await startReceivers()
  const db = await connectDatabase(databaseUri)
  const [endpoint] = await makeEndpoints(db, receivers, ['healthy'])
  const [, hostname = ''] = endpoint?.inbox ?? []
  const webhooks = db.collection('webhooks')
  const sums = { enabled: 0, disabled: 0 }
  let drainedAfterMs = 0
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const state of inTurn(['disabled', 'enabled'] as const, pair)) {
      await webhooks.updateMany({}, { $set: { state } })
      await pause(settleMs)
      const load = { connections: 50, mailBytes: 10_000, seconds: turnSeconds, hostname, inboxes: 100 }
      const { mails, seconds } = await putLoad({ ...load, ...product.demo.smtp })
      sums[state] += mails / seconds
      drainedAfterMs = Math.max(drainedAfterMs, await drained(db))
    }
  }
  await db.client.close()
  return { rate: sums.enabled / pairs, rateWithout: sums.disabled / pairs, drainedAfterMs }
}

async function drained(db: Awaited<ReturnType<typeof connectDatabase>>): Promise<number> {
  const beganAt = performance.now()
  const waiting = async () =>
    (await db.collection('messages').findOne({ pendingEvent: true })) ??
    (await db.collection('deliveries').findOne({ state: 'pending' }))
  while (await waiting()) {
    if (performance.now() - beganAt > drainLimitMs) throw new Error('the events of a turn were not delivered in time')
    await pause(50)
  }
  return performance.now() - beganAt
}
