import { pageTest } from '@inlet/testkit/chromium'
import { expect, vi } from 'vitest'
import { openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { everyScreen, isSettled, urlOf } from '../support/dashboard-screens.ts'
import { sharedBrowser } from '../support/inbox-page.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

vi.setConfig({ testTimeout: 240_000 })

/** What all screens have: who is logged in with which services, and the feed of the service. */
const always = ['dashboard.readMe', 'live']

/** What each screen shows, and so asks for. Plans say what their limits are, and how long mail may be kept. */
const asked: Record<string, string[]> = {
  overview: [
    'dashboard.listApiKeys',
    'dashboard.listDomains',
    'dashboard.listPlans',
    'dashboard.listWebhooks',
    'dashboard.readBilling',
    'dashboard.readUsage',
    'integrator.listAddresses',
    'integrator.listMessages',
  ],
  inbox: ['integrator.listMessages'],
  message: ['dashboard.renderMessage', 'integrator.listMessages', 'integrator.readMessage'],
  addresses: ['dashboard.listDomains', 'integrator.listAddresses'],
  domains: ['dashboard.listDomains'],
  domain: ['dashboard.readDomain'],
  'API keys': ['dashboard.listApiKeys'],
  webhooks: ['dashboard.listWebhooks'],
  webhook: ['dashboard.listDeliveries', 'dashboard.readWebhook'],
  billing: ['dashboard.listPlans', 'dashboard.readBilling', 'dashboard.readUsage'],
  branding: ['dashboard.listDomains', 'dashboard.listPlans', 'dashboard.readService'],
  members: ['dashboard.listMembers'],
  'audit log': ['dashboard.listAuditLog'],
  account: [],
  services: [],
}

/** The procedures of a call, of which one URL has several. */
const proceduresOf = (url: string) => /\/trpc\/([^?]+)/.exec(url)?.[1]?.split(',') ?? []

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
      await page.clock.runFor(2_000)
      await isSettled(visitor)
      const procedures = new Set(requests.flatMap(proceduresOf))
      found[screen.name] = [...procedures].filter((each) => !always.includes(each)).sort()
      requests.length = 0
      await page.clock.runFor(60_000)
      // In a minute that passes at once the feed hears nothing of the server, and connects again.
      later[screen.name] = requests.flatMap(proceduresOf).filter((each) => each !== 'live')
    }

    expect(found).toEqual(asked)
    expect(Object.values(later).flat()).toEqual([])
  },
)
