import { idSource, systemClock } from '@inlet/runtime'
import { inTurn } from '../in-turn.ts'
import { putLoad } from '../put-load.ts'
import { runInChild } from '../run-in-child.ts'
import type { ServedProduct } from '../served-product.ts'
import { drawMessages, type FirstReadName, type ReadableMessage } from './first-reads.ts'
import type { GrownProduct } from './grown-product.ts'
import { meterProcessors, type Processes } from './processor-time.ts'
import { type CallName, firstLooks, makeCalls, wholeInbox } from './read-calls.ts'
import type { ReadCall, ReadOrder } from './read-load.ts'
import { emptySample, type Sample, together } from './sample.ts'

/** All numbers of turns are multiples of three, because there are three sizes: each size is first, second and last equally often. */
const readTurns = 6
const readTurnMs = 500
const leadInMs = 50
const readConnections = 2
const warmUpCalls = 60
/** Enough for all of them. */
const firstLookTurns = 300
const ingestTurns = 3
const ingestTurnSeconds = 3
const ingestConnections = 50
/** More calls than can be answered in the time. */
const mostCalls = 6_000
/** A p99 of a few hundred calls would be random. On a fast machine the smallest size runs out of messages before its last turn. */
const firstReadTurns = 9
const mostFirstReads = 2_500

/** A database of one size and its server processes. */
export interface Served {
  grown: GrownProduct
  products: ServedProduct[]
}

/** The calls of one kind at every size, spread over the server processes. */
export function sampleReads(all: Served[], name: CallName): Promise<Sample[]> {
  return sampleCalls(all, (served) => callsOf(served, name, mostCalls), {
    turns: readTurns,
    leadInMs: name === wholeInbox ? 0 : leadInMs,
  })
}

/** Reads of unread messages at every size; they are marked as unread again, so that a size stays the same. */
export async function sampleFirstReads(all: Served[], name: FirstReadName): Promise<Sample[]> {
  const drawn = new Map(all.map((served) => [served, drawMessages(name, served.grown.inboxes, mostFirstReads)]))
  const calls = (served: Served) => firstReadCalls(served, drawn.get(served) ?? [])
  const samples = await sampleCalls(all, calls, { turns: firstReadTurns, leadInMs })
  for (const [index, [{ grown }, messages]] of [...drawn].entries()) {
    const { done, failed } = samples[index] ?? emptySample()
    // Only these: others would be loaded into the cache.
    await markUnread(grown, messages.slice(messages.length - done - failed))
  }
  return samples
}

const firstReadCalls = ({ products }: Served, messages: ReadableMessage[]): ReadCall[] =>
  messages.map(({ id, apiKey }, index) => {
    const product = products[index % products.length]
    if (!product) throw new Error('there is no server')
    return { url: `${product.demo.baseUrl}/messages/${id}`, apiKey }
  })

async function markUnread(grown: GrownProduct, messages: ReadableMessage[]): Promise<void> {
  const ids = messages.map(({ id }) => id)
  await grown.db
    .collection<{ _id: string; isRead: boolean }>('messages')
    .updateMany({ _id: { $in: ids } }, { $set: { isRead: false } })
  await flush(grown)
}

/** The first address lists of new servers, each inbox once: all messages are counted. */
export function sampleFirstLooks(all: Served[]): Promise<Sample[]> {
  const calls = ({ grown }: Served) => firstLooks(grown.inboxes, grown.product.demo.baseUrl)
  return sampleCalls(all, calls, { turns: firstLookTurns, leadInMs: 0 })
}

const callsOf = ({ grown, products }: Served, name: CallName, count: number): ReadCall[] =>
  makeCalls(name, grown.inboxes, { baseUrls: products.map(({ demo }) => demo.baseUrl), count })

function sampleCalls(
  all: Served[],
  calls: (served: Served) => ReadCall[],
  turns: Pick<ReadOrder, 'turns' | 'leadInMs'>,
): Promise<Sample[]> {
  const rows = all.map((served) => ({
    calls: calls(served),
    warmUp: callsOf(served, 'list, first page', warmUpCalls),
    processes: processesOf(served),
  }))
  const order = { rows, connections: readConnections, turnMs: readTurnMs, ...turns }
  return runInChild<ReadOrder, Sample[]>('./growth/read-load.ts', order)
}

/** Mails of 10 kB to all inboxes of every size over 50 connections; they are removed afterwards, so that a size stays the same. */
export async function sampleIngest(all: Served[]): Promise<Sample[]> {
  const firstId = idSource(systemClock).newId()
  const samples = new Map(all.map((served) => [served, emptySample()]))
  for (let turn = 0; turn < ingestTurns; turn += 1) {
    for (const [served, sample] of inTurn([...samples], turn)) {
      samples.set(served, together(sample, await putMails(served)))
    }
  }
  for (const { grown } of all) {
    await grown.db.collection<{ _id: string }>('messages').deleteMany({ _id: { $gte: firstId } })
    await flush(grown)
  }
  return [...samples.values()]
}

async function putMails(served: Served): Promise<Sample> {
  const { grown, products } = served
  const recipients = grown.inboxes.map(({ fullAddress }) => fullAddress)
  const connections = Math.floor(ingestConnections / products.length)
  const load = { connections, mail: 'code' as const, seconds: ingestTurnSeconds, hostname: '', inboxes: 0, recipients }
  const usedMs = meterProcessors(processesOf(served))
  const results = await Promise.all(products.map(({ demo }) => putLoad({ ...load, ...demo.smtp })))
  // So that remaining work for these mails is not measured with the next size.
  await flush(grown)

  const sum = (of: (result: (typeof results)[number]) => number) => results.map(of).reduce((a, b) => a + b, 0)
  const done = sum(({ mails }) => mails)
  const rate = sum(({ mails, seconds }) => mails / seconds)
  const failed = sum(({ refused, hungUp }) => refused + hungUp)
  return { ...emptySample(), done, failed, seconds: done / rate, ...usedMs() }
}

async function flush({ db }: GrownProduct): Promise<void> {
  await db.admin().command({ fsync: 1 })
}

const processesOf = ({ grown, products }: Served): Processes => ({
  serverPids: products.map(({ pid }) => pid),
  databasePid: grown.databasePid,
})
