import { pageTest } from '@inlet/testkit/chromium'
import { expect, vi } from 'vitest'
import { openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { everyScreen, urlOf } from '../support/dashboard-screens.ts'
import { sharedBrowser } from '../support/inbox-page.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

vi.setConfig({ testTimeout: 240_000 })

/** What each screen shows, and so asks for; beside this the user, and the live feed of the service. */
const asked: Record<string, string[]> = {}

/** The procedures of a call, of which one URL has several. */
const proceduresOf = (url: string) => /\/trpc\/([^?]+)/.exec(url)?.[1]?.split(',') ?? []

pageTest(
  'each screen asks once for what it shows, for nothing else, and for nothing more while nothing happens',
  async () => {
    const world = dashboard()
    const screens = await everyScreen(world)
    await using visitor = await openTab()
    const { page, requests } = visitor
    const found: Record<string, string[]> = {}
    const later: Record<string, string[]> = {}

    await openAs(visitor, await world.someone('owner'), `${world.serviceUrl}/overview`)
    await page.clock.install()
    for (const screen of screens) {
      requests.length = 0
      await page.goto(urlOf(world, screen))
      await screen.ready(visitor)
      await page.clock.runFor(2_000)
      await page.waitForLoadState('networkidle').catch(() => {})
      found[screen.name] = requests.flatMap(proceduresOf).sort()
      requests.length = 0
      await page.clock.runFor(60_000)
      later[screen.name] = requests.flatMap(proceduresOf)
    }

    expect(found).toEqual(asked)
    expect(Object.values(later).flat()).toEqual([])
  },
)
