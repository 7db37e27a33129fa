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

const phone = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  reducedMotion: 'reduce',
} as const

pageTest(
  'after a tap no label stands over the screen, and a keyboard beside the touch screen has the labels',
  async () => {
    const world = dashboard()
    const login = await world.someone('viewer')
    await using visitor = await openTab(phone)
    const { page } = visitor
    await openAs(visitor, login, `${world.serviceUrl}/members`)
    const navigation = page.getByRole('button', { name: 'Navigation', exact: true })

    await navigation.tap()
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Addresses' }).tap()
    await page.getByRole('heading', { name: 'Addresses', level: 1 }).waitFor()
    await expect.poll(() => navigation.evaluate((button) => button.matches(':focus'))).toBe(true)
    const afterTap = await page.getByRole('tooltip').count()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await page.getByRole('tooltip', { name: 'Navigation' }).waitFor()

    expect(afterTap).toBe(0)
  },
)

pageTest('a tap on what is refused says why', async () => {
  const world = dashboard()
  const login = await world.someone('viewer')
  await using visitor = await openTab(phone)
  const { page } = visitor
  await openAs(visitor, login, `${world.serviceUrl}/members`)

  await page.getByRole('button', { name: 'Invite' }).tap({ force: true })

  await page.getByRole('tooltip', { name: 'you are a viewer' }).waitFor()
})
