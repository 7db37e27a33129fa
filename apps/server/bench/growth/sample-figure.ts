import { idSource, systemClock } from '@inlet/runtime'
import { putLoad } from '../put-load.ts'
import { runInChild } from '../run-in-child.ts'
import type { ServedProduct } from '../served-product.ts'
import type { GrownProduct } from './grown-product.ts'
import { inTurn } from './in-turn.ts'
import { type CallName, firstLooks, makeCalls } from './read-calls.ts'
import type { ReadCall, ReadOrder, ReadResult } from './read-load.ts'

const readTurns = 12
const readTurnMs = 200
/** Enough for all of them. */
const firstLookTurns = 500
const readConnections = 2
const ingestTurns = 3
const ingestTurnSeconds = 2
const ingestConnections = 50
const mailBytes = 10_000
/** More than can be answered in the time; of the calls that can be made once for each message, few enough for every round. */
const mostCalls = 6_000
const mostUnread = 700

/** A database of one size and the server processes before it. */
export interface Served {
  grown: GrownProduct
  products: ServedProduct[]
}

/** What was measured of one figure at one size: calls or mails, their latencies, and the processor time of servers and of the database for them. */
export interface Sample {
  done: number
  seconds: number
  /** In milliseconds, in no order; of mails none. */
  latenciesMs: number[]
  serverMs: number
  databaseMs: number
  failed: number
}

/** The calls of one kind at every size, spread over the server processes. */
export function sampleReads(all: Served[], name: CallName): Promise<Sample[]> {
  const count = name === 'message, unread' ? mostUnread : mostCalls
  const rows = all.map(({ grown, products }) =>
    makeCalls(name, grown.inboxes, { baseUrls: products.map(({ demo }) => demo.baseUrl), count }),
  )
  return sampleCalls(all, rows, readTurns)
}

/** Address lists by servers that have not shown them before, each inbox once: they count the messages of all. */
export function sampleFirstLooks(all: Served[]): Promise<Sample[]> {
  const rows = all.map(({ grown }) => firstLooks(grown.inboxes, grown.product.demo.baseUrl))
  return sampleCalls(all, rows, firstLookTurns)
}

function sampleCalls(all: Served[], rows: ReadCall[][], turns: number): Promise<Sample[]> {
  return metered(all, async () => {
    const order = { rows, connections: readConnections, turns, turnMs: readTurnMs }
    const results = await runInChild<ReadOrder, ReadResult[]>('./growth/read-load.ts', order)
    return results.map((result) => ({ ...result, done: result.latenciesMs.length }))
  })
}

/** Mails of 10 kB into all inboxes of every size over 50 connections; what they stored is removed again, so that a size stays that size. */
export async function sampleIngest(all: Served[]): Promise<Sample[]> {
  const firstId = idSource(systemClock).newId()
  const samples = await metered(all, async () => {
    const rows = all.map((served) => ({ served, total: { done: 0, seconds: 0, latenciesMs: [], failed: 0 } }))
    for (let turn = 0; turn < ingestTurns; turn += 1) {
      for (const { served, total } of inTurn(rows, turn)) {
        const { done, seconds, failed } = await putMails(served, ingestTurnSeconds)
        total.done += done
        total.seconds += seconds
        total.failed += failed
      }
    }
    return rows.map(({ total }) => total)
  })
  for (const { grown } of all) await forgetMails(grown, firstId)
  return samples
}

async function putMails({ grown, products }: Served, seconds: number) {
  const recipients = grown.inboxes.map(({ fullAddress }) => fullAddress)
  const connections = Math.floor(ingestConnections / products.length)
  const load = { connections, mailBytes, seconds, hostname: '', inboxes: 0, recipients }
  const results = await Promise.all(products.map(({ demo }) => putLoad({ ...load, ...demo.smtp })))
  const sum = (of: (result: (typeof results)[number]) => number) => results.map(of).reduce((a, b) => a + b, 0)
  return {
    done: sum(({ mails }) => mails),
    seconds: Math.max(...results.map((result) => result.seconds)),
    failed: sum(({ refused, hungUp }) => refused + hungUp),
  }
}

async function forgetMails({ db }: GrownProduct, firstId: string): Promise<void> {
  await db.collection<{ _id: string }>('messages').deleteMany({ _id: { $gte: firstId } })
  await db.admin().command({ fsync: 1 })
}

/** What runs hot is compiled afterwards. */
export async function warmUp(all: Served[]): Promise<void> {
  await sampleIngest(all)
  await sampleReads(all, 'list, first page')
}

/** Adds the processor time that servers and database took meanwhile; those whose turn it is not hardly take any. */
async function metered(
  all: Served[],
  run: () => Promise<Omit<Sample, 'serverMs' | 'databaseMs'>[]>,
): Promise<Sample[]> {
  const before = await Promise.all(all.map(usedMs))
  const measured = await run()
  const after = await Promise.all(all.map(usedMs))
  return measured.map((sample, index) => ({
    ...sample,
    // A server tells what it used since it was last asked.
    serverMs: after[index]?.serverMs ?? 0,
    databaseMs: (after[index]?.databaseMs ?? 0) - (before[index]?.databaseMs ?? 0),
  }))
}

async function usedMs({ grown, products }: Served): Promise<{ serverMs: number; databaseMs: number }> {
  const vitals = await Promise.all(products.map((product) => product.vitals()))
  const serverMs = vitals.map(({ processorMs }) => processorMs).reduce((a, b) => a + b, 0)
  return { serverMs, databaseMs: grown.databaseMs() }
}
