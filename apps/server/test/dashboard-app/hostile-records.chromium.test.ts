import { pageTest } from '@inlet/testkit/chromium'
import { looksOfRun } from '@inlet/testkit/left-out'
import { expect } from 'vitest'
import { openAs, screenOf, sharedDashboard } from '../support/dashboard-app.ts'
import { sharedBrowser } from '../support/inbox-page.ts'
import { hostileService } from './hostile-service.ts'
import { watchLayout } from './watch-layout.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

pageTest.for(looksOfRun('dashboard', [1280, 360]))(
  'at %i px what members, receivers and the operator wrote is text on every screen, and the layout holds',
  async (width) => {
    const world = dashboard()
    const { url, login, webhookId, fullAddress } = await hostileService(world)
    await using visitor = await openTab({ viewport: { width, height: 800 } })
    const { page } = visitor
    const { errors, check } = watchLayout(visitor)
    const row = page.getByRole('rowheader').first()
    const open = async (path: string) => {
      await page.goto(`${url}${path}`)
      await screenOf(visitor).waitFor()
    }
    await openAs(visitor, login, `${url}/members`)

    for (const path of ['/members', '/api-keys', '/webhooks', '/addresses', '/domains', '/audit-log']) {
      await open(path)
      await row.waitFor()
      await check(path)
    }
    await open('/overview')
    await page.getByRole('region', { name: 'Needs attention' }).waitFor()
    await check('overview')
    await open('/branding')
    await page.getByText('Text on it is').waitFor()
    await check('branding')
    await open(`/inbox/${fullAddress}`)
    await page.getByRole('link', { name: '<img src=x' }).waitFor()
    await check('inbox')

    await open('/api-keys')
    await page.getByRole('button', { name: 'Actions for' }).first().click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByRole('dialog').waitFor()
    await check('revoke')
    await open('/members')
    await page.getByRole('button', { name: 'Actions for' }).first().click()
    await page.getByRole('menuitem').first().click()
    await page.getByRole('dialog').waitFor()
    await check('remove')
    await open('/audit-log?action=service.changed')
    await page.getByRole('button', { name: 'Service changed' }).first().click()
    await page.getByRole('dialog').getByText('<img src=x').first().waitFor()
    await check('entry')
    await open(`/webhooks/${webhookId}`)
    await row.getByRole('link').click()
    await page.getByText('Response body').first().click()
    await page.getByRole('dialog').getByText('<img src=x').first().waitFor()
    await check('delivery')
    await open('/members')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await check('palette')
    await page.goto(`${world.dashboardUrl}account`)
    await page.getByText('Your services').waitFor()
    await check('account')
    await page.goto(`${world.dashboardUrl}services`)
    await page.getByRole('link', { name: '<img src=x' }).waitFor()
    await check('services')

    expect(errors).toEqual({})
    expect(visitor.complaints).toEqual([])
  },
)
