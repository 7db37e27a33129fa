import { stripeStandIn } from '@inlet/testkit'
import { pageTest } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { openAs, startDashboardWorld } from '../support/dashboard-app.ts'
import { sharedBrowser } from '../support/inbox-page.ts'
import { pageErrors } from '../support/page-errors.ts'
import { plansFile, soldPlans, stripeSettings } from '../support/stripe-world.ts'

const openTab = sharedBrowser()

pageTest('a plan is raised on the page of payment, changed, and ends with its period', async () => {
  await using standIn = await stripeStandIn({ price_pro: 2900, price_scale: 9900 })
  await using plans = await plansFile(soldPlans)
  // Where the server is found is where people log in.
  const { PUBLIC_URL: _, ...settings } = stripeSettings(standIn, plans.path)
  await using world = await startDashboardWorld(undefined, { settings })
  await using visitor = await openTab({ viewport: { width: 1280, height: 1400 }, reducedMotion: 'reduce' })
  const { page } = visitor
  let delivered = 0
  const deliverAll = async () => {
    for (const event of standIn.account.events.slice(delivered)) {
      expect(await standIn.deliver(event, `${world.baseUrl}/v1/billing/webhooks/stripe`)).toBe(200)
      delivered += 1
    }
  }
  await openAs(visitor, await world.someone('owner'), `${world.serviceUrl}/billing`)
  await page.getByText('No invoices yet').waitFor()

  await page.getByRole('button', { name: 'Choose Pro' }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByText('Confirming your payment').waitFor()
  await deliverAll()
  await page.getByText('Paid. This service has the plan Pro now').waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()

  await page.getByRole('button', { name: 'Change to Scale' }).click()
  await page.getByRole('button', { name: 'Change plan' }).click()
  await page.getByText('Plan changed to Scale').waitFor()
  await page.getByRole('button', { name: 'Change to Pro' }).waitFor()
  await page.getByRole('button', { name: 'Change to Free' }).click()
  await page.getByRole('button', { name: 'Change plan' }).click()
  await page.getByText(/The subscription ends on .*, and is not charged again/).waitFor()
  await deliverAll()
  await page.reload()
  await page
    .getByRole('link', { name: /^PDF of / })
    .first()
    .waitFor()

  expect(visitor.complaints).toEqual([])
})

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const

pageTest('where nothing is sold a viewer sees usage and plans, and axe finds nothing in any theme', async () => {
  await using world = await startDashboardWorld()
  const errors: Record<string, string[]> = {}
  for (const { colorScheme, width } of looks) {
    await using visitor = await openTab({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    const { page } = visitor
    await openAs(visitor, await world.someone('viewer'), `${world.serviceUrl}/billing?days=7`)
    await page.getByText('Plans are assigned by the operator').waitFor()
    await page.getByRole('img', { name: 'Messages received, day by day' }).waitFor()
    await page.getByText('All days as a table').click()
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(7)

    const found = await pageErrors(visitor)
    if (found.length > 0) errors[colorScheme] = found
    expect(visitor.complaints).toEqual([])
  }
  expect(errors).toEqual({})
})
