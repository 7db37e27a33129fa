import { pageTest } from '@inlet/testkit/chromium'
import { looksOfRun } from '@inlet/testkit/left-out'
import { expect, vi } from 'vitest'
import { openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { everyScreen, isSettled, urlOf } from '../support/dashboard-screens.ts'
import { sharedBrowser } from '../support/inbox-page.ts'
import { errorsIn } from '../support/page-errors.ts'
import { walkByTab } from './focus-order.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

// Each of them goes through all screens.
vi.setConfig({ testTimeout: 240_000 })

/** The other two are looked at by the tests of each screen, with its dialogs. */
const looks = [
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 360 },
] as const

pageTest.for(looksOfRun('dashboard', looks))(
  'axe finds nothing on any screen in $colorScheme at $width px, nothing is scrolled sideways, and the console stays empty',
  async ({ colorScheme, width }) => {
    const world = dashboard()
    const screens = await everyScreen(world)
    await using visitor = await openTab({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    const { page } = visitor
    const { errors, check } = errorsIn(visitor)

    await openAs(visitor, await world.someone('owner'), `${world.serviceUrl}/overview`)
    for (const screen of screens) {
      await page.goto(urlOf(world, screen))
      await screen.ready(visitor)
      await check(screen.name)
    }

    expect(errors).toEqual({})
    expect(visitor.complaints).toEqual([])
  },
)

pageTest('the tab key leads to every control of every screen, and whatever has the focus looks so', async () => {
  const world = dashboard()
  const screens = await everyScreen(world)
  await using visitor = await openTab({ reducedMotion: 'reduce' })
  const { page } = visitor
  const errors: Record<string, Awaited<ReturnType<typeof walkByTab>>> = {}

  await openAs(visitor, await world.someone('owner'), `${world.serviceUrl}/overview`)
  for (const screen of screens) {
    await page.goto(urlOf(world, screen))
    await screen.ready(visitor)
    await isSettled(visitor)
    const found = await walkByTab(visitor)
    if (found.unreached.length > 0 || found.unseen.length > 0) errors[screen.name] = found
  }

  expect(errors).toEqual({})
})
