import { pageTest } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { sharedBrowser, type Visitor } from '../support/inbox-page.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

/** Puts the tab into the background, or in front again: without a window Chromium has no tabs to change between. */
const setInFront = ({ page }: Visitor, isInFront: boolean) =>
  page.evaluate(`{
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${isInFront ? 'visible' : 'hidden'}' })
    document.dispatchEvent(new Event('visibilitychange'))
  }`)

const isFeed = (request: { url: () => string }) => request.url().includes('/trpc/live')

pageTest(
  'a tab in the background holds no connection, and shows what happened meanwhile when it is in front again',
  async () => {
    const world = dashboard()
    await using visitor = await openTab()
    const { page } = visitor
    await page.clock.install()
    await openAs(visitor, await world.someone('viewer'), `${world.serviceUrl}/addresses`)
    await page.getByText('Live', { exact: true }).waitFor()

    const ended = page.waitForEvent('requestfailed', isFeed)
    await setInFront(visitor, false)
    await page.clock.fastForward(6_000)
    await ended
    const { fullAddress } = await world.address('in-the-background')
    const again = page.waitForRequest(isFeed)
    await setInFront(visitor, true)

    await again
    await page.getByRole('rowheader', { name: fullAddress }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    expect(visitor.complaints).toEqual([])
  },
)
