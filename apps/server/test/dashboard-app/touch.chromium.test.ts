import { pageTest } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { sharedBrowser } from '../support/inbox-page.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

pageTest('a device with nothing but a touch screen is not offered keyboard shortcuts, and others are', async () => {
  const world = dashboard()
  const login = await world.someone('viewer')
  const offered: boolean[] = []

  for (const isTouchOnly of [true, false]) {
    await using visitor = await openTab({ isMobile: isTouchOnly, hasTouch: isTouchOnly })
    const { page } = visitor
    await openAs(visitor, login, `${world.serviceUrl}/members`)
    await page.getByRole('button', { name: 'Account:' }).click()
    await page.getByRole('menuitem', { name: 'Documentation' }).waitFor()
    const inMenu = await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).count()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Members' }).waitFor()
    const inPalette = await page.getByRole('option', { name: 'Keyboard shortcuts' }).count()
    expect(inMenu).toBe(inPalette)
    offered.push(inMenu > 0)
  }

  expect(offered).toEqual([false, true])
})
