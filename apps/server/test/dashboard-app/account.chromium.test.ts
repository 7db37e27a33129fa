import { pageTest } from '@inlet/testkit/chromium'
import { looksOfRun } from '@inlet/testkit/left-out'
import { expect } from 'vitest'
import { openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { sharedBrowser } from '../support/inbox-page.ts'
import { pageErrors } from '../support/page-errors.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

pageTest(
  'logging out everywhere ends the login of another browser at its next call, and both ask for the password',
  async () => {
    const world = dashboard()
    await using here = await openTab()
    await using there = await openTab()
    const login = await world.someone('viewer')
    await openAs(there, login, `${world.serviceUrl}/members`)
    await openAs(here, login, `${world.dashboardUrl}account`)

    await here.page.getByRole('button', { name: 'Log out everywhere' }).click()
    await here.page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere' }).click()
    await here.page.getByRole('heading', { name: 'You are logged out everywhere' }).waitFor()
    // What the server knows of a login is at most 0.9 s old.
    world.elapse(1_000)
    await there.page.getByRole('link', { name: 'API keys' }).click()

    await there.page.getByLabel('Password').waitFor()
    await here.page.getByRole('button', { name: 'Log in' }).click()
    await here.page.getByLabel('Password').waitFor()
    expect(await here.page.evaluate("Object.keys(sessionStorage).filter((key) => key.includes('session'))")).toEqual([])
    expect(here.complaints).toEqual([])
  },
)

pageTest(
  'a person finds their account in the menu, leaves a service, and cannot leave one as its last owner',
  async () => {
    const world = dashboard()
    await using visitor = await openTab()
    const { page } = visitor
    await openAs(visitor, await world.someone('viewer', { name: 'Vera' }), `${world.serviceUrl}/members`)
    await page.getByRole('button', { name: 'Account: Vera' }).click()
    await page.getByRole('menuitem', { name: 'Your account' }).click()
    await page.getByRole('heading', { name: 'Your account', level: 1 }).waitFor()

    await page.getByRole('button', { name: 'Leave Tests' }).click()
    await page.getByLabel('Type “Tests” to confirm').fill('Tests')
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByText('You are not a member of any service yet').waitFor()

    await page.getByRole('link', { name: 'All services' }).click()
    await page.getByLabel('Name').fill('Hers')
    await page.getByRole('button', { name: 'Create service' }).click()
    await page.waitForURL(/\/services\/[0-9A-Z]{26}\//)
    await page.goto(`${world.dashboardUrl}account`)
    await page.getByRole('button', { name: 'Leave Hers' }).click()
    await page.getByLabel('Type “Hers” to confirm').fill('Hers')
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('alert').getByText('A service needs an owner').waitFor()
  },
)

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const

pageTest.for(looksOfRun('dashboard', looks))(
  'axe finds nothing in $colorScheme at $width px, and nothing is scrolled sideways',
  async ({ colorScheme, width }) => {
    const world = dashboard()
    await using visitor = await openTab({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    const { page } = visitor
    const name = `<img src=x> ${'long'.repeat(30)} \u202edaolnwod`
    await openAs(visitor, await world.someone('owner', { name }), `${world.dashboardUrl}account`)
    await page.getByRole('button', { name: 'Leave Tests' }).waitFor()

    expect(await pageErrors(visitor)).toEqual([])
    await page.getByRole('button', { name: 'Log out everywhere' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await pageErrors(visitor)).toEqual([])
    expect(visitor.complaints).toEqual([])
  },
)
