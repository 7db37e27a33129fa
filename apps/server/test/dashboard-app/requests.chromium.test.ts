import { pageTest } from '@inlet/testkit/chromium'
import { expect, vi } from 'vitest'
import { openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { everyScreen, isSettled, urlOf } from '../support/dashboard-screens.ts'
import { sharedBrowser } from '../support/inbox-page.ts'
import { callsOf, callsOfAll, callsOfNewFeed, proceduresOf } from './dashboard-calls.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

vi.setConfig({ testTimeout: 240_000 })

pageTest(
  'each screen asks for what it shows and for nothing else, and for nothing more while nothing happens',
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
      await isSettled(visitor)
      if (screen.isOfService) await page.getByText('Live', { exact: true }).waitFor()
      await page.clock.runFor(2_000)
      await isSettled(visitor)
      const procedures = new Set(requests.flatMap(proceduresOf))
      found[screen.name] = [...procedures].filter((each) => !callsOfAll.includes(each)).sort()
      requests.length = 0
      await page.clock.runFor(60_000)
      const asked = requests.flatMap(proceduresOf)
      // In a minute that passes at once the feed hears nothing of the server, and connects again.
      const isNewFeed = asked.includes('live')
      const ofNewFeed = isNewFeed ? ['live', ...(callsOfNewFeed[screen.name] ?? [])] : []
      later[screen.name] = asked.filter((each) => !ofNewFeed.includes(each))
    }

    expect(found).toEqual(callsOf)
    expect(later).toEqual(Object.fromEntries(screens.map(({ name }) => [name, []])))
  },
)
