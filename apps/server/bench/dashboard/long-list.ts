import { runInChild } from '../run-in-child.ts'
import type { ServedProduct } from '../served-product.ts'
import type { PacedOrder, PacedResult } from '../webhooks/paced-load.ts'
import type { DashboardTab } from './open-dashboard.ts'

const messages = 10_000
const localPart = 'long-list'
/** Until the page has done what follows its first list. */
const restMs = 2_000

/** Scrolling through a long inbox, from the newest message to the oldest, which are read a page after the other meanwhile. */
export interface LongListRow {
  messages: number
  scrollSeconds: number
  frames: number
  /** Frames that took longer than two of a screen with 60 Hz. */
  lateFrames: number
  /** Tasks over 50 ms (W3C Long Tasks), and the longest one. */
  longTasks: number
  longestTaskMs: number
  /** Rows in the page at the end. */
  rowsInPage: number
}

/** Fills an inbox, opens it, and scrolls by its height in each frame. */
export async function measureLongList(
  { page, serviceUrl }: DashboardTab,
  product: ServedProduct,
): Promise<LongListRow> {
  const { smtp, domain } = product.demo
  const order: PacedOrder = {
    ...smtp,
    connections: 20,
    mail: 'line',
    mailsPerSecond: messages,
    seconds: 1,
    inboxes: [[localPart, domain.hostname]],
  }
  const { refused } = await runInChild<PacedOrder, PacedResult>('./webhooks/paced-load.ts', order)
  if (refused > 0) throw new Error(`${refused} mails were refused`)

  await page.goto(`${serviceUrl}/inbox/${localPart}@${domain.hostname}`)
  await page.getByRole('list', { name: 'Messages' }).getByRole('link').first().waitFor()
  await page.waitForTimeout(restMs)
  return { messages, ...(await page.evaluate<Omit<LongListRow, 'messages'>>(scrollScript)) }
}

/** Runs in the page. The list says with `aria-setsize` how many it has, as soon as it knows its end. */
const scrollScript = `new Promise((resolve) => {
  const list = document.querySelector('ul[aria-label=Messages]')
  const scroller = list.parentElement
  const tasks = []
  const observer = new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) tasks.push(duration)
  })
  observer.observe({ type: 'longtask' })
  const startedAt = performance.now()
  let before = startedAt
  let frames = 0
  let lateFrames = 0
  const step = (now) => {
    frames += 1
    if (now - before > 2 * 1000 / 60 + 1) lateFrames += 1
    before = now
    const last = [...list.children].at(-1)
    const isEnd = last?.getAttribute('aria-setsize') === '${messages}' && last.getAttribute('aria-posinset') === '${messages}'
    if (isEnd) {
      const scrollSeconds = (now - startedAt) / 1000
      // The last tasks are reported after this one.
      return setTimeout(() => {
        for (const { duration } of observer.takeRecords()) tasks.push(duration)
        resolve({ scrollSeconds, frames, lateFrames, longTasks: tasks.length, longestTaskMs: Math.max(0, ...tasks), rowsInPage: list.children.length })
      }, 200)
    }
    scroller.scrollTop += scroller.clientHeight
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})`
