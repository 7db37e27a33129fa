import { insertAccount } from '@inlet/core'
import { hashPassword } from '@inlet/identity'
import { pageTest } from '@inlet/testkit/chromium'
import { expect, vi } from 'vitest'
import { openAs, screenOf, sharedDashboard } from '../support/dashboard-app.ts'
import { everyScreen, urlOf } from '../support/dashboard-screens.ts'
import { sharedBrowser } from '../support/inbox-page.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

vi.setConfig({ testTimeout: 240_000 })

const refusal = /Only an (admin or )?owner of this service can do this; you are a viewer/

/** The actions that screens offer, and that are not a viewer's. */
const actions: Record<string, string[]> = {
  inbox: ['Clear'],
  message: ['Clear', 'Delete message'],
  addresses: ['Create address'],
  domains: ['Add domain'],
  domain: ['Delete', 'Check now'],
  'API keys': ['Create API key'],
  webhooks: ['Create webhook'],
  webhook: ['Send test event'],
  members: ['Invite member'],
}

pageTest(
  'a person who is invited as a viewer follows the link, accepts, sees every screen, and is told why no act is theirs',
  async () => {
    const world = dashboard()
    const { deps } = world
    const screens = await everyScreen(world)
    const login = { email: `${deps.newId().toLowerCase()}@people.example`, password: 'a horse that nobody has seen' }
    const passwordHash = await hashPassword(login.password)
    const account = { email: login.email, passwordHash, name: 'Vera Viewer', isEmailVerified: true }
    const { _id: accountId } = await insertAccount(deps, account)
    await using owner = await openTab()
    await openAs(owner, await world.someone('owner'), `${world.serviceUrl}/members?dialog=invite`)
    const dialog = owner.page.getByRole('dialog', { name: 'Invite member' })
    await dialog.getByLabel('E-mail address').fill(login.email)
    await dialog.getByRole('radio', { name: 'Viewer' }).click()
    await dialog.getByRole('button', { name: 'Invite' }).click()
    const link = await owner.page.getByText(`${world.dashboardUrl}services`, { exact: true }).textContent()

    await using visitor = await openTab()
    const { page, requests } = visitor
    await openAs(visitor, { accountId, ...login }, link ?? '')
    await page.getByRole('button', { name: 'Accept the invitation to Tests' }).click()
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
    const offered: Record<string, string[]> = {}
    for (const screen of screens.filter(({ name, isOfService }) => isOfService && name !== 'audit log')) {
      await page.goto(urlOf(world, screen))
      await screen.ready(visitor)
      for (const act of actions[screen.name] ?? []) {
        const button = screenOf(visitor).getByRole('button', { name: act, exact: true }).first()
        await button.focus()
        await page.getByRole('tooltip', { name: refusal }).waitFor()
        await page.keyboard.press('Enter')
        if ((await page.getByRole('dialog').count()) > 0) offered[screen.name] = [act]
        await page.keyboard.press('Escape')
        await page.getByRole('tooltip').waitFor({ state: 'detached' })
      }
    }

    expect(offered).toEqual({})
    expect(requests.filter((url) => /\/trpc\/[^?]*(create|delete|remove|change|clear|verify|test)/.test(url))).toEqual(
      [],
    )
    await owner.page.getByRole('button', { name: 'Done' }).click()
    await owner.page.reload()
    await owner.page.getByRole('rowheader', { name: 'Vera Viewer' }).waitFor()
    expect(visitor.complaints).toEqual([])
  },
)
