import { limits } from '@inlet/contract'
import { waitFor } from '@inlet/testkit'
import { pageTest } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { sharedBrowser } from '../support/inbox-page.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

pageTest('a whole page of a list is shown, and whoever comes back to it is where they were', async () => {
  const world = dashboard()
  const { pageSizeDefault } = limits
  for (let made = 0; made < pageSizeDefault; made += 1) await world.create({})
  await using visitor = await openTab()
  const { page } = visitor
  const scrolled = () => page.evaluate<number>('Math.round(window.scrollY)')
  const rows = page.getByRole('rowheader')
  await openAs(visitor, await world.someone('viewer'), `${world.serviceUrl}/addresses`)

  await rows.nth(pageSizeDefault - 1).waitFor()
  const last = rows.last().getByRole('link')
  await last.scrollIntoViewIfNeeded()
  const before = await scrolled()
  await last.click()
  await page.getByText('Waiting for mail').waitFor()
  await page.goBack()

  await rows.nth(pageSizeDefault - 1).waitFor()
  await waitFor(async () => (await scrolled()) === before)
  expect(before).toBeGreaterThan(1000)
  expect(visitor.complaints).toEqual([])
})
