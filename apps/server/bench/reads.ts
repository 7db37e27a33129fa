import { fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { inTurn } from './in-turn.ts'
import { listedPage } from './listed-page.ts'
import type { ServedProduct } from './served-product.ts'

const connections = 10
/** Warm-up that is not counted. */
const warmUpSeconds = 3
/** Both sides take turns, so that changes of the machine's speed affect both. */
const turns = 10
const turnSeconds = 1

/** One row of the table of reads; rates are requests a second, `p99Ms` is the median of the turns. */
export interface ReadRow {
  call: string
  rate: number
  p99Ms: number
  bytes: number
  rawRate: number
  rawBytes: number
  failed: number
}

interface ReadOptions {
  product: ServedProduct
  databaseUri: string
}

/** A list of 50 and one message, compared with a raw Fastify route on the same collection. */
export async function measureReads({ product, databaseUri }: ReadOptions): Promise<ReadRow[]> {
  const { baseUrl, domain, apiKeys } = product.demo
  const headers = { 'x-api-key': apiKeys.read }
  const listUrl = `${baseUrl}/inboxes/inbox1@${domain.hostname}/messages`
  const raw = fork(new URL('./raw-route.ts', import.meta.url))
  raw.send(databaseUri)
  const [rawPort] = await once(raw, 'message')
  try {
    const listed = listedPage.parse(await (await fetch(listUrl, { headers })).json())
    const [first] = listed.data
    if (!first) throw new Error('no mail to read')
    const rawUrl = `http://127.0.0.1:${rawPort}`
    const message = { url: `${baseUrl}/messages/${first.id}`, headers }
    return [
      await compare('list of 50', { url: listUrl, headers }, { url: `${rawUrl}/list/${first.addressId}` }),
      await compare('detail', message, { url: `${rawUrl}/detail/${first.id}` }),
    ]
  } finally {
    raw.kill('SIGTERM')
  }
}

interface Target {
  url: string
  headers?: Record<string, string>
}

/** The responses of one side in all its turns. */
interface Side {
  target: Target
  answers: number
  seconds: number
  failed: number
  /** One of each turn. */
  p99sMs: number[]
}

async function compare(call: string, own: Target, raw: Target): Promise<ReadRow> {
  const sides = [await warm(own), await warm(raw)] as const
  for (let turn = 0; turn < turns; turn += 1) for (const side of inTurn(sides, turn)) await takeTurn(side)
  const [mine, bare] = sides
  return {
    call,
    rate: mine.answers / mine.seconds,
    p99Ms: mine.p99sMs.toSorted((a, b) => a - b)[turns / 2] ?? 0,
    bytes: await bytesOf(own),
    rawRate: bare.answers / bare.seconds,
    rawBytes: await bytesOf(raw),
    failed: mine.failed + bare.failed,
  }
}

async function warm(target: Target): Promise<Side> {
  await autocannon({ ...target, connections, duration: warmUpSeconds })
  return { target, answers: 0, seconds: 0, failed: 0, p99sMs: [] }
}

async function takeTurn(side: Side): Promise<void> {
  const { requests, duration, latency, non2xx, errors } = await autocannon({
    ...side.target,
    connections,
    duration: turnSeconds,
  })
  side.answers += requests.total
  side.seconds += duration
  side.failed += non2xx + errors
  side.p99sMs.push(latency.p99)
}

const bytesOf = async ({ url, headers }: Target) => (await (await fetch(url, { headers })).arrayBuffer()).byteLength
