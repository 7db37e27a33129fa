import { setTimeout as pause } from 'node:timers/promises'
import { runInChild } from '../run-in-child.ts'
import type { ServedProduct } from '../served-product.ts'
import type { PacedOrder, PacedResult } from '../webhooks/paced-load.ts'
import { openFeeds } from './open-feeds.ts'

const feeds = 1_000
const mailsPerSecond = 5
const seconds = 20
const restMs = 10_000
/** Until connections that were closed are gone, and what a collection leaves of them. */
const settleMs = 5_000

/** What open feeds of one service cost, and how soon they report a mail; times from the mail's 250. */
export interface FeedsRow {
  feeds: number
  /** Memory of the server after the same mails without a feed, and with them open. */
  rssWithoutMb: number
  rssMb: number
  /** The most memory while mails came. */
  rssMostMb: number
  mails: number
  /** Events that clients did not get. */
  missing: number
  p50Ms: number
  p99Ms: number
  worstMs: number
  /** Processor time of the server for one event of one feed, without the mail. */
  eventUs: number
}

/** Sends mails at a fixed rate to a service without a feed, and the same with all feeds open. */
export async function measureFeeds(product: ServedProduct): Promise<FeedsRow> {
  const { smtp, domain } = product.demo
  const order: PacedOrder = {
    ...smtp,
    connections: 4,
    mail: 'code',
    mailsPerSecond,
    seconds,
    inboxes: [['feeds', domain.hostname]],
  }
  const send = () => runInChild<PacedOrder, PacedResult>('./webhooks/paced-load.ts', order)

  await product.vitals()
  await send()
  await pause(settleMs)
  const without = await product.vitals()

  using open = await openFeeds(product, feeds)
  while (open.connected() < feeds) await pause(50)
  await product.vitals()
  const { acceptedAt, refused } = await send()
  const reported = () => acceptedAt.reduce((sum, [mail]) => sum + (open.reportedAt.get(Number(mail))?.length ?? 0), 0)
  const endsAt = performance.now() + restMs
  while (reported() < acceptedAt.length * feeds && performance.now() < endsAt) await pause(50)
  await pause(settleMs)
  const withFeeds = await product.vitals()
  if (refused > 0 || open.ended() > 0) throw new Error(`${refused} mails were refused, ${open.ended()} feeds ended`)

  // The change stream may be faster than the SMTP reply.
  const delays = acceptedAt.flatMap(([mail, at]) =>
    (open.reportedAt.get(Number(mail)) ?? []).map((reportedAt) => Math.max(0, reportedAt - at)),
  )
  delays.sort((a, b) => a - b)
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? 0
  return {
    feeds,
    rssWithoutMb: without.rssNowMb,
    rssMb: withFeeds.rssNowMb,
    rssMostMb: withFeeds.rssMb,
    mails: acceptedAt.length,
    missing: acceptedAt.length * feeds - delays.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    worstMs: at(1),
    eventUs: ((withFeeds.processorMs - without.processorMs) * 1_000) / delays.length,
  }
}
