import { pageTest } from '@inlet/testkit/chromium'
import { looksOfRun } from '@inlet/testkit/left-out'
import { expect, vi } from 'vitest'
import { alterAnswers, callsTo, serverError } from '../support/altered-answers.ts'
import { openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { everyScreen, isSettled, urlOf } from '../support/dashboard-screens.ts'
import { sharedBrowser } from '../support/inbox-page.ts'
import { invite } from '../support/people.ts'
import { watchMotion } from './watch-motion.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

// One of them goes through all screens.
vi.setConfig({ testTimeout: 240_000 })

const widths = [1280, 360]
const lookOf = (width: number) => ({ viewport: { width, height: 800 }, reducedMotion: 'reduce' }) as const

pageTest.for(looksOfRun('dashboard', widths))(
  'at %i px nothing on any screen moves for somebody who wants no motion',
  async (width) => {
    const world = dashboard()
    const screens = await everyScreen(world)
    await using visitor = await openTab(lookOf(width))
    const { page } = visitor
    const { moved, check } = await watchMotion(visitor)

    await openAs(visitor, await world.someone('owner'), `${world.serviceUrl}/overview`)
    for (const screen of screens) {
      await page.goto(urlOf(world, screen))
      await screen.ready(visitor)
      await isSettled(visitor)
      await check(screen.name)
    }

    expect(moved).toEqual({})
  },
)

pageTest.for(looksOfRun('dashboard', widths))(
  'at %i px no skeleton, menu, dialog, label, notice, chart or drawer moves for somebody who wants no motion',
  async (width) => {
    const world = dashboard()
    await using visitor = await openTab(lookOf(width))
    const { page } = visitor
    const { keyboard } = page
    const { moved, check } = await watchMotion(visitor)
    const email = `${world.deps.newId().toLowerCase()}@people.example`
    await invite(world, { email, role: 'viewer', tenant: world.tenant })
    const open = async (path: string) => {
      await page.goto(`${world.serviceUrl}${path}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    }
    const closeDialog = async () => {
      await keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.route('**/trpc/*live*', () => {})
    await page.route(callsTo('listMembers'), () => {})

    await openAs(visitor, await world.someone('owner', { name: 'Olga' }), `${world.serviceUrl}/members`)
    await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'attached' })
    await check('skeleton')
    if (width === 360) {
      await page.getByRole('button', { name: 'Navigation', exact: true }).click()
      await page.getByRole('dialog').getByText('Connecting…').waitFor()
      await check('drawer')
      await closeDialog()
    }
    await page.unroute(callsTo('listMembers'))
    await page.reload()
    const role = page.getByLabel(`Role of ${email}`)
    await role.selectOption('admin')
    await page.getByText('Role changed').waitFor()
    await check('notice')
    await alterAnswers(visitor, 'changeMember', () => serverError)
    await role.selectOption('owner')
    await page.locator('[data-sonner-toast][data-type=error]').waitFor()
    await check('second notice')
    await page.getByRole('button', { name: 'Close toast' }).first().click()
    await page.locator('[data-sonner-toast]').nth(1).waitFor({ state: 'detached' })
    await check('closed notice')
    await keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Members' }).waitFor()
    await keyboard.press('ArrowDown')
    await check('palette')
    await closeDialog()
    await keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await closeDialog()
    await check('shortcuts')

    await open('/api-keys')
    await page.getByRole('button', { name: 'Actions for tests' }).first().click()
    await page.getByRole('menuitem', { name: 'Rotate' }).waitFor()
    await check('menu')
    await page.getByRole('menuitem', { name: 'Rotate' }).click()
    await page.getByRole('radio', { name: 'In 1 hour' }).click()
    await page.route(callsTo('rotateApiKey'), () => {})
    await page.getByRole('button', { name: 'Rotate key' }).click()
    await page.locator('[aria-busy=true]').waitFor()
    await check('dialog with a busy button')
    await page.goto(`${world.serviceUrl}/api-keys`)
    const tooltip = page.getByRole('tooltip')
    await page.getByRole('button', { name: 'Actions for tests' }).first().hover()
    await tooltip.waitFor()
    await check('label')

    await open('/billing?days=7')
    await page.getByRole('img', { name: 'Messages received, day by day' }).locator('svg').waitFor()
    await page.getByText('All days as a table').click()
    await check('chart')
    await open('/branding')
    await page.frameLocator('iframe').getByRole('heading').first().waitFor()
    await page.getByLabel('Shown page').selectOption({ index: 1 })
    await page.getByLabel('Shown colours').selectOption('dark')
    await check('preview')
    await page.goto(`${world.serviceUrl}/webhooks?dialog=create`)
    await page.getByRole('checkbox', { name: 'address.created' }).click()
    await page.getByRole('switch').click()
    await check('switch')

    expect(moved).toEqual({})
  },
)

pageTest('what the watch for motion finds is there where motion is not unwanted', async () => {
  const world = dashboard()
  await using visitor = await openTab()
  const { page } = visitor
  const { moved, check } = await watchMotion(visitor)
  await page.route(callsTo('listMembers'), () => {})

  await openAs(visitor, await world.someone('owner'), `${world.serviceUrl}/members`)
  await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'attached' })
  await check('skeleton')
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Members' }).waitFor()
  await check('palette')
  await page.evaluate("window.scrollTo({ top: 1, behavior: 'smooth' })")
  await check('scroll')

  expect(moved).toMatchObject({
    skeleton: expect.arrayContaining([expect.stringMatching(/^pulse of /)]),
    palette: expect.arrayContaining([expect.stringMatching(/^appear of /)]),
    scroll: expect.arrayContaining(['scrollTo is smooth']),
  })
})
