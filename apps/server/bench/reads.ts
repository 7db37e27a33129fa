import { fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { listedPage } from './listed-page.ts'
import type { ServedProduct } from './served-product.ts'

const connections = 10
/** Not counted: what runs hot is compiled by then, on both sides. */
const warmUpSeconds = 2

/** One row of the table of reads; rates are requests a second. */
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
  seconds: number
}

/** A list of 50 and a detail, beside a raw Fastify route over the same collection. */
export async function measureReads({ product, databaseUri, seconds }: ReadOptions): Promise<ReadRow[]> {
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
    return [
      await compare('list of 50', { url: listUrl, headers, seconds }, `${rawUrl}/list/${first.addressId}`),
      await compare(
        'detail',
        { url: `${baseUrl}/messages/${first.id}`, headers, seconds },
        `${rawUrl}/detail/${first.id}`,
      ),
    ]
  } finally {
    raw.kill('SIGTERM')
  }
}

interface Target {
  url: string
  headers: Record<string, string>
  seconds: number
}

async function warmLoad({ seconds, ...target }: Target) {
  await autocannon({ ...target, connections, duration: warmUpSeconds })
  return await autocannon({ ...target, connections, duration: seconds })
}

async function compare(call: string, target: Target, rawUrl: string): Promise<ReadRow> {
  const bytesOf = async (url: string) =>
    (await (await fetch(url, { headers: target.headers })).arrayBuffer()).byteLength
  const [bytes, rawBytes] = [await bytesOf(target.url), await bytesOf(rawUrl)]
  const own = await warmLoad(target)
  const raw = await warmLoad({ ...target, url: rawUrl, headers: {} })
  const failed = own.non2xx + own.errors + raw.non2xx + raw.errors
  return {
    call,
    rate: own.requests.average,
    p99Ms: own.latency.p99,
    bytes,
    rawRate: raw.requests.average,
    rawBytes,
    failed,
  }
}
