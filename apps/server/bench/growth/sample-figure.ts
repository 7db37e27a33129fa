import { idSource, systemClock } from '@inlet/runtime'
import { putLoad } from '../put-load.ts'
import { runInChild } from '../run-in-child.ts'
import type { ServedProduct } from '../served-product.ts'
import type { GrownProduct } from './grown-product.ts'
import { type CallName, firstLooks, makeCalls } from './read-calls.ts'
import type { ReadOrder, ReadResult } from './read-load.ts'

const readSeconds = 2
/** Enough for all of them. */
const firstLooksSeconds = 60
const readConnections = 2
const ingestSeconds = 5
const ingestConnections = 50
const mailBytes = 10_000
/** More than can be answered in the time; of the calls that can be made once for each message, few enough for every round. */
const mostCalls = 6_000
const mostUnread = 700

/** What was measured of one figure: calls or mails a second, latencies, and the processor time of servers and of the database for each. */
export interface Sample {
  rate: number
  p50Ms: number
  p99Ms: number
  serverMs: number
  databaseMs: number
  failed: number
}

/** The calls of one kind, spread over the server processes. */
export function sampleReads(grown: GrownProduct, products: ServedProduct[], name: CallName): Promise<Sample> {
  const count = name === 'message, unread' ? mostUnread : mostCalls
  const calls = makeCalls(name, grown.inboxes, { baseUrls: products.map(({ demo }) => demo.baseUrl), count })
  return sampleCalls(grown, products, { calls, connections: readConnections, seconds: readSeconds })
}

/** Address lists by a server that has not shown them before, each inbox once: it counts the messages of all. */
export function sampleFirstLooks(grown: GrownProduct): Promise<Sample> {
  const calls = firstLooks(grown.inboxes, grown.product.demo.baseUrl)
  return sampleCalls(grown, [grown.product], { calls, connections: readConnections, seconds: firstLooksSeconds })
}

function sampleCalls(grown: GrownProduct, products: ServedProduct[], order: ReadOrder): Promise<Sample> {
  return metered(grown, products, async () => {
    const { answers, seconds, ...rest } = await runInChild<ReadOrder, ReadResult>('./growth/read-load.ts', order)
    return { ...rest, done: answers, rate: answers / seconds }
  })
}

/** Mails of 10 kB into all inboxes over 50 connections; what they stored is removed again, so that a size stays that size. */
export async function sampleIngest(
  grown: GrownProduct,
  products: ServedProduct[],
  seconds = ingestSeconds,
): Promise<Sample> {
  const firstId = idSource(systemClock).newId()
  const recipients = grown.inboxes.map(({ fullAddress }) => fullAddress)
  const connections = Math.floor(ingestConnections / products.length)
  const load = { connections, mailBytes, seconds, hostname: '', inboxes: 0, recipients }
  const sample = await metered(grown, products, async () => {
    const results = await Promise.all(products.map(({ demo }) => putLoad({ ...load, ...demo.smtp })))
    const sum = (of: (result: (typeof results)[number]) => number) => results.map(of).reduce((a, b) => a + b, 0)
    return {
      done: sum(({ mails }) => mails),
      rate: sum(({ mails, seconds: took }) => mails / took),
      p50Ms: Math.max(...results.map(({ p50Ms }) => p50Ms)),
      p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
      failed: sum(({ refused, hungUp }) => refused + hungUp),
    }
  })
  await grown.db.collection<{ _id: string }>('messages').deleteMany({ _id: { $gte: firstId } })
  await grown.db.admin().command({ fsync: 1 })
  return sample
}

/** What runs hot is compiled afterwards. */
export async function warmUp(grown: GrownProduct, products: ServedProduct[], seconds: number): Promise<void> {
  await sampleIngest(grown, products, seconds)
  await sampleReads(grown, products, 'list, first page')
}

async function metered(
  grown: GrownProduct,
  products: ServedProduct[],
  run: () => Promise<Omit<Sample, 'serverMs' | 'databaseMs'> & { done: number }>,
): Promise<Sample> {
  const serversMs = async () => {
    const vitals = await Promise.all(products.map((product) => product.vitals()))
    return vitals.map(({ processorMs }) => processorMs).reduce((a, b) => a + b, 0)
  }
  await serversMs()
  const databaseBefore = grown.databaseMs()
  const { done, ...sample } = await run()
  const databaseMs = grown.databaseMs() - databaseBefore
  return { ...sample, serverMs: (await serversMs()) / Math.max(1, done), databaseMs: databaseMs / Math.max(1, done) }
}
