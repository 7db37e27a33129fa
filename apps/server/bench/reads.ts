import { fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { inTurn } from './in-turn.ts'
import { listedPage } from './listed-page.ts'
import { putLoad } from './put-load.ts'
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

/** A list of 50 and one message, compared with a raw Fastify route on the same collection; each connection reads an inbox of its own. */
export async function measureReads({ product, databaseUri }: ReadOptions): Promise<ReadRow[]> {
  const { demo } = product
  await fillLists(product)
  const headers = { 'x-api-key': demo.apiKeys.read }
  const listUrls = inboxesOf(product).map((inbox) => `${demo.baseUrl}/inboxes/${inbox}/messages`)
  const listed = await Promise.all(listUrls.map((url) => firstListed({ url, headers })))
  await using raw = await serveRaw(databaseUri)
  const own = (paths: string[]) =>
    requestsTo(
      demo.baseUrl,
      paths.map((url) => ({ url, headers })),
    )
  const bare = (paths: string[]) =>
    requestsTo(
      raw.url,
      paths.map((path) => ({ url: `${raw.url}${path}` })),
    )
  return [
    await compare('list of 50', own(listUrls), bare(listed.map(({ addressId }) => `/list/${addressId}`))),
    await compare(
      'detail',
      own(listed.map(({ id }) => `${demo.baseUrl}/messages/${id}`)),
      bare(listed.map(({ id }) => `/detail/${id}`)),
    ),
  ]
}

/** The inboxes that are read, one for each connection. */
const inboxesOf = ({ demo }: ServedProduct) =>
  Array.from({ length: connections }, (_, n) => `inbox${n}@${demo.domain.hostname}`)

/** Gives these inboxes a full page, on a slow machine too. */
async function fillLists({ demo }: ServedProduct): Promise<void> {
  const load = { connections: 5, mail: 'code' as const, seconds: 6, inboxes: connections }
  await putLoad({ ...demo.smtp, ...load, hostname: demo.domain.hostname })
}

/**
 * A visitor's list of 50, asked for by many clients behind a trusted proxy, and an integrator's, compared with the same raw route: all
 * connections read one inbox, whose readers share queries, then each its own.
 */
export async function measurePublicList({ product, databaseUri }: ReadOptions): Promise<ReadRow[]> {
  const { baseUrl, apiKeys } = product.demo
  await fillLists(product)
  const headers = { 'x-api-key': apiKeys.read }
  const inboxes = inboxesOf(product)
  const listUrl = (inbox: string) => `${baseUrl}/inboxes/${inbox}/messages`
  const listed = await Promise.all(inboxes.map((inbox) => firstListed({ url: listUrl(inbox), headers })))
  await using raw = await serveRaw(databaseUri)
  const clients = Array.from({ length: 500 }, (_, n) => ({ 'x-forwarded-for': `10.1.${n >> 8}.${n & 255}` }))

  const rowsOf = async (where: string, inboxOf: (n: number) => number) => {
    const inboxAt = (n: number) => inboxes[inboxOf(n)] ?? ''
    const each = <T>(toRequest: (n: number) => T) => inboxes.map((_, n) => toRequest(n))
    const rawList = requestsTo(
      raw.url,
      each((n) => ({ url: `${raw.url}/list/${listed[inboxOf(n)]?.addressId}` })),
    )
    const list = requestsTo(
      baseUrl,
      each((n) => ({ url: listUrl(inboxAt(n)), headers })),
    )
    const visits = requestsTo(
      baseUrl,
      clients.map((client, n) => ({
        url: `${baseUrl}/public/inbox/${inboxAt(Math.floor(n / (clients.length / connections)))}`,
        headers: client,
      })),
    )
    return [
      await compare(`list of 50, ${where}`, list, rawList),
      await compare(`public list of 50, ${where}`, visits, rawList),
    ]
  }
  return [...(await rowsOf('one inbox', () => 1)), ...(await rowsOf('ten inboxes', (n) => n))]
}

async function firstListed({ url, headers }: Target) {
  const listed = listedPage.parse(await (await fetch(url, { headers })).json())
  const [first] = listed.data
  if (!first) throw new Error('no mail to read')
  return first
}

/** Starts the raw routes in a process of their own. */
async function serveRaw(databaseUri: string) {
  const raw = fork(new URL('./raw-route.ts', import.meta.url))
  raw.send(databaseUri)
  const [port] = await once(raw, 'message')
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void raw.kill('SIGTERM') }
}

interface Target {
  url: string
  headers?: Record<string, string>
  /** Requests in place of that one; each connection has an equal share of them, in this order, and repeats it. */
  requests?: { path: string; headers: Record<string, string> }[]
}

/** A target of many requests to one server; `url` is any address of it. */
const requestsTo = (url: string, targets: Target[]): Target => ({
  url,
  requests: targets.map((target) => ({ path: new URL(target.url).pathname, headers: target.headers ?? {} })),
})

/** What autocannon sends. */
function loadOf({ url, headers, requests }: Target): autocannon.Options {
  if (!requests) return { url, ...(headers ? { headers } : {}) }
  const share = Math.floor(requests.length / connections)
  let opened = 0
  const setupClient = (client: autocannon.Client) => {
    const own = requests.slice(opened * share, (opened + 1) * share)
    opened += 1
    client.setRequests(own.map((each) => ({ method: 'GET', ...each })))
  }
  return { url, setupClient }
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
  await autocannon({ ...loadOf(target), connections, duration: warmUpSeconds })
  return { target, answers: 0, seconds: 0, failed: 0, p99sMs: [] }
}

async function takeTurn(side: Side): Promise<void> {
  const { requests, duration, latency, non2xx, errors } = await autocannon({
    ...loadOf(side.target),
    connections,
    duration: turnSeconds,
  })
  side.answers += requests.total
  side.seconds += duration
  side.failed += non2xx + errors
  side.p99sMs.push(latency.p99)
}

async function bytesOf({ url, headers, requests }: Target): Promise<number> {
  const [first] = requests ?? []
  const response = first
    ? await fetch(new URL(first.path, url), { headers: first.headers })
    : await fetch(url, headers ? { headers } : {})
  return (await response.arrayBuffer()).byteLength
}
