import { openFeeds } from '../live-feed/open-feeds.ts'
import { runInChild } from '../run-in-child.ts'
import type { ServedProduct } from '../served-product.ts'
import type { PacedOrder, PacedResult } from '../webhooks/paced-load.ts'
import type { DashboardTab } from './open-dashboard.ts'

const others = 99
const mailsPerSecond = 4
const seconds = 75
const restMs = 5_000
const localPart = 'visible'

/**
 * The time from a mail's 250 until a dashboard that shows its inbox has painted its row. The other dashboards are feeds: those that show an inbox
 * make no call when a mail comes, and their browsers are not on the server's machine.
 */
export interface DashboardMailRow {
  dashboards: number
  mails: number
  missing: number
  p50Ms: number
  p99Ms: number
  worstMs: number
}

/** Opens an inbox and the feeds of the other dashboards, and sends mails over one connection, so that they come in their order. */
export async function measureVisibleMails(
  { page, serviceUrl }: DashboardTab,
  product: ServedProduct,
): Promise<DashboardMailRow> {
  const { smtp, domain } = product.demo
  const inboxes: PacedOrder['inboxes'] = [[localPart, domain.hostname]]
  const send = (rate: number, time: number) =>
    runInChild<PacedOrder, PacedResult>('./webhooks/paced-load.ts', {
      ...smtp,
      connections: 1,
      mail: 'code',
      mailsPerSecond: rate,
      seconds: time,
      inboxes,
    })
  // The first mail makes the address, and the list.
  await send(1, 1)
  await page.goto(`${serviceUrl}/inbox/${localPart}@${domain.hostname}`)
  await page.getByRole('list', { name: 'Messages' }).getByRole('link').first().waitFor()
  await page.getByText('Live', { exact: true }).first().waitFor()
  using feeds = await openFeeds(product, others)
  await page.evaluate(watchScript)

  const { acceptedAt, refused } = await send(mailsPerSecond, seconds)
  const seen = () => page.evaluate<number[]>('window.seenAt')
  const endsAt = performance.now() + restMs
  while ((await seen()).length < acceptedAt.length && performance.now() < endsAt) await page.waitForTimeout(100)
  const seenAt = await seen()
  if (refused > 0 || feeds.ended() > 0) throw new Error(`${refused} mails were refused, ${feeds.ended()} feeds ended`)

  // The change stream may be faster than the SMTP reply.
  const delays = seenAt.map((at, index) => Math.max(0, at - (acceptedAt[index]?.[1] ?? 0)))
  delays.sort((a, b) => a - b)
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? 0
  return {
    dashboards: others + 1,
    mails: acceptedAt.length,
    missing: acceptedAt.length - seenAt.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    worstMs: at(1),
  }
}

/** Runs in the page: notes when a row that was not there is painted, in ms since the epoch. */
const watchScript = `{
  const list = document.querySelector('ul[aria-label=Messages]')
  const idsNow = () => [...list.querySelectorAll('[data-message]')].map(({ dataset }) => dataset.message)
  const known = new Set(idsNow())
  window.seenAt = []
  new MutationObserver(() => {
    const fresh = idsNow().filter((id) => !known.has(id))
    if (fresh.length === 0) return
    for (const id of fresh) known.add(id)
    requestAnimationFrame(() => setTimeout(() => {
      const now = performance.timeOrigin + performance.now()
      for (const _ of fresh) window.seenAt.push(now)
    }))
  }).observe(list, { subtree: true, childList: true, attributes: true })
}`
