import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase } from '@inlet/core'
import { meterProcessors } from '../growth/processor-time.ts'
import { inTurn } from '../in-turn.ts'
import { putLoad } from '../put-load.ts'
import type { ServedProduct } from '../served-product.ts'
import { startConstantReceiver } from './constant-receiver.ts'
import { makeEndpoints } from './make-endpoints.ts'

const pairs = 6
const turnSeconds = 5
/** A change of a webhook is known to the recipients' look-up after this time. */
const settleMs = 1_500
const drainLimitMs = 60_000

/** Mails a second, and the processor time of server and database for each mail with all that follows it, in ms. */
interface TurnsRow {
  rate: number
  serverMs: number
  databaseMs: number
}

/** Ingest while every mail is reported, compared with the same load while the webhook is disabled. */
export interface BesideRow {
  reported: TurnsRow
  without: TurnsRow
  /** The longest time until the events of one turn were all delivered, after its load. */
  drainedAfterMs: number
}

interface BesideOptions {
  product: ServedProduct
  /** The processes whose processor time is counted: the one that receives, and a worker if it is another. */
  serverPids: number[]
  databaseUri: string
  databasePid: number
}

/** Ingest with a webhook and without, in turns. */
export async function measureIngestBeside(options: BesideOptions): Promise<BesideRow> {
  const { product, serverPids, databaseUri, databasePid } = options
  await using receiver = await startConstantReceiver()
  const db = await connectDatabase(databaseUri)
  const [endpoint] = await makeEndpoints(db, receiver, ['healthy'])
  const [, hostname = ''] = endpoint?.inbox ?? []
  const webhooks = db.collection('webhooks')
  const sums = { enabled: noTurns(), disabled: noTurns() }
  let drainedAfterMs = 0
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const state of inTurn(['disabled', 'enabled'] as const, pair)) {
      await webhooks.updateMany({}, { $set: { state } })
      await pause(settleMs)
      const usedMs = meterProcessors({ serverPids, databasePid })
      const load = { connections: 50, mail: 'code' as const, seconds: turnSeconds, hostname, inboxes: 100 }
      const { mails, seconds } = await putLoad({ ...load, ...product.demo.smtp })
      drainedAfterMs = Math.max(drainedAfterMs, await drained(db))
      const { serverMs, databaseMs } = usedMs()
      const sum = sums[state]
      sum.rates += mails / seconds
      sum.mails += mails
      sum.serverMs += serverMs
      sum.databaseMs += databaseMs
    }
  }
  await db.client.close()
  return { reported: rowOf(sums.enabled), without: rowOf(sums.disabled), drainedAfterMs }
}

const noTurns = () => ({ rates: 0, mails: 0, serverMs: 0, databaseMs: 0 })

const rowOf = ({ rates, mails, serverMs, databaseMs }: ReturnType<typeof noTurns>): TurnsRow => ({
  rate: rates / pairs,
  serverMs: serverMs / mails,
  databaseMs: databaseMs / mails,
})

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
