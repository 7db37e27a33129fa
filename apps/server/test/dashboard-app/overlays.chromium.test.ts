import { insertDomain } from '@inlet/core'
import { pageTest } from '@inlet/testkit/chromium'
import { looksOfRun } from '@inlet/testkit/left-out'
import { expect, vi } from 'vitest'
import { type DashboardWorld, openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { sharedBrowser, type Visitor } from '../support/inbox-page.ts'
import { errorsIn } from '../support/page-errors.ts'
import { invite } from '../support/people.ts'
import { storeDelivery, storeWebhook } from '../support/stored-webhook.ts'
import { plainMail } from '../support/world.ts'
import { keepNotices } from './keep-notices.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

// Each of them opens everything that lies over a screen.
vi.setConfig({ testTimeout: 240_000 })

/** What lies over a screen: the names of the buttons, and last of the entry of a menu, that open it. */
interface Overlay {
  /** Of the service where it begins with a slash, otherwise of the dashboard. */
  path: string
  by: readonly (string | RegExp)[]
  /** A link opens it in place of a button. */
  isLinked?: boolean
}

/** Gives the tenant a record of each kind that something can be done with. */
async function overlaysOf(world: DashboardWorld): Promise<Overlay[]> {
  const { deps, tenant } = world
  const { serviceId } = tenant
  const name = deps.newId().toLowerCase()
  const { fullAddress } = await world.address(name)
  await world.send(plainMail({ subject: 'Hello' }), fullAddress)
  const domain = await insertDomain(deps, { serviceId, hostname: `${name}.example`, state: 'pending' })
  const webhookId = await storeWebhook(deps, { serviceId, url: 'https://hooks.example/inlet' })
  const attempt = { at: deps.clock.now(), durationMs: 84, status: 500, error: null, responseBody: 'Broken' }
  const payload = JSON.stringify({ type: 'message.received', data: { id: name } })
  await storeDelivery(deps, { webhookId, serviceId, payload, attempts: [attempt] })
  const email = `${name}@people.example`
  await invite(world, { email, role: 'viewer', tenant })
  const more = 'More actions'
  return [
    { path: '/addresses', by: ['Create address'] },
    { path: '/addresses', by: [`Actions for ${fullAddress}`, /^Delete/] },
    { path: `/inbox/${fullAddress}`, by: ['Addresses'] },
    { path: `/inbox/${fullAddress}`, by: ['Wait for a code'] },
    { path: `/inbox/${fullAddress}`, by: ['Clear'] },
    { path: '/domains', by: ['Add domain'] },
    { path: '/domains', by: [`Actions for ${domain.hostname}`, /^Delete/] },
    { path: `/domains/${domain._id}`, by: ['Delete'] },
    { path: '/api-keys', by: ['Create API key'] },
    { path: '/api-keys', by: ['Actions for tests', /^Rotate/] },
    { path: '/api-keys', by: ['Actions for tests', /^Revoke/] },
    { path: '/webhooks', by: ['Create webhook'] },
    { path: `/webhooks/${webhookId}`, by: ['Send test event'] },
    { path: `/webhooks/${webhookId}`, by: ['Edit'] },
    { path: `/webhooks/${webhookId}`, by: [more, /^Rotate/] },
    { path: `/webhooks/${webhookId}`, by: [more, /^Recover/] },
    { path: `/webhooks/${webhookId}`, by: [more, /^Delete/] },
    { path: `/webhooks/${webhookId}`, by: [/^message\.received/], isLinked: true },
    { path: '/branding', by: [/^Turn on lock/] },
    { path: '/branding', by: [/^Delete service/] },
    { path: '/members', by: ['Invite member'] },
    { path: '/members', by: [`Actions for ${email}`, /^Withdraw/] },
    { path: '/audit-log', by: ['Member invited'] },
    { path: 'account', by: ['Log out everywhere'] },
    { path: 'account', by: [/^Leave /] },
    { path: '/members', by: [service] },
    { path: '/members', by: [account, 'Keyboard shortcuts'] },
    { path: '/members', by: [palette] },
  ]
}

/** What is in the drawer of a phone. */
const [service, account, palette] = [/^Service:/, /^Account:/, /Find a command/]
const inSide: readonly (string | RegExp)[] = [service, account, palette]

type Locator = ReturnType<Visitor['page']['locator']>

const isFocused = (element: Locator): Promise<boolean> => element.evaluate((found) => found.matches(':focus'))

const over = ({ page }: Visitor) => page.locator('[role=dialog], [role=menu]')

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 360 },
] as const

pageTest.for(looksOfRun('dashboard', looks))(
  'in $colorScheme at $width px the keys open each dialog and menu, axe finds nothing in it, the focus stays in it, and Escape leads back to where it was opened',
  async ({ colorScheme, width }) => {
    const world = dashboard()
    const overlays = await overlaysOf(world)
    await using visitor = await openTab({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    const { page } = visitor
    const { keyboard } = page
    const { errors, check } = errorsIn(visitor)
    const lost: string[] = []
    await openAs(visitor, await world.someone('owner', { name: 'Olga' }), `${world.serviceUrl}/members`)

    for (const { path, by, isLinked } of overlays) {
      const name = `${path} ${by.join(' ')}`
      const [first = '', entry] = by
      await page.goto(path.startsWith('/') ? `${world.serviceUrl}${path}` : `${world.dashboardUrl}${path}`)
      const drawer = page.getByRole('button', { name: 'Navigation', exact: true })
      const isInDrawer = width === 360 && inSide.includes(first)
      if (isInDrawer) {
        await drawer.press('Enter')
        await over(visitor).waitFor()
      }
      const opener = page.getByRole(isLinked ? 'link' : 'button', { name: first, exact: true }).first()
      await opener.press('Enter')
      if (entry !== undefined) {
        const item = page.getByRole('menuitem', { name: entry })
        await item.waitFor()
        await check(`${name}, its menu`)
        for (let n = 0; n < 12 && !(await isFocused(item)); n += 1) await keyboard.press('ArrowDown')
        await keyboard.press('Enter')
        await page.getByRole('menu').waitFor({ state: 'detached' })
      }
      // The drawer closes when something of it is opened, but for a menu.
      const opened = page.locator('[role=menu], [role=dialog]:not(:has(nav))')
      await opened.waitFor().catch(() => expect.fail(`${name}: nothing has opened`))
      await check(name)
      // Where its foot has another, too, the one in its head comes last.
      const close = opened.getByRole('button', { name: 'Close', exact: true }).last()
      for (let n = 0; n < 20; n += 1) {
        await keyboard.press('Tab')
        const isInside = await opened.evaluate((place) => place.matches(':focus-within'))
        if (!isInside) lost.push(`${name}: the focus has left it`)
        if ((await close.count()) > 0 && (await isFocused(close))) break
      }
      if ((await close.count()) > 0 && !(await isFocused(close))) lost.push(`${name}: its Close is not reached`)
      // Beyond it in both directions, and back to it each time.
      for (const key of ['Tab', 'Shift+Tab', 'Shift+Tab', 'Tab']) {
        await keyboard.press(key)
        const isInside = await opened.evaluate((place) => place.matches(':focus-within'))
        if (!isInside) lost.push(`${name}: ${key} has left it`)
      }
      // A label that is open would be the first to close.
      await page.getByRole('tooltip').waitFor({ state: 'detached' })
      await keyboard.press('Escape')
      await opened.waitFor({ state: 'detached' })
      const place = isInDrawer && (await opener.count()) === 0 ? drawer : opener
      await expect
        .poll(() => isFocused(place), { timeout: 5_000 })
        .toBe(true)
        .catch(() => lost.push(`${name}: the focus is not back`))
    }

    expect(errors).toEqual({})
    expect(lost).toEqual([])
    expect(visitor.complaints).toEqual([])
  },
)

pageTest(
  'a command of the palette that leads to a field leaves the focus there, and one that opens a dialog opens it',
  async () => {
    const world = dashboard()
    await using visitor = await openTab({ reducedMotion: 'reduce' })
    const { page } = visitor
    const choose = async (command: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Commands' }).fill(command)
      await page.getByRole('option', { name: command, selected: true }).waitFor()
      await page.keyboard.press('Enter')
    }
    await openAs(visitor, await world.someone('owner'), `${world.serviceUrl}/addresses`)
    await page.getByRole('searchbox').waitFor()

    await choose('Search addresses')
    await page.getByRole('searchbox').and(page.locator(':focus')).waitFor()
    await choose('Create address')
    await page.getByRole('dialog', { name: 'Create address' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('searchbox').and(page.locator(':focus')).waitFor()
  },
)

pageTest.for(looksOfRun('dashboard', ['light', 'dark'] as const))(
  'in %s axe finds nothing in a notice, the keys of its list lead to it, and its button takes the act back',
  async (colorScheme) => {
    const world = dashboard()
    const { serviceId } = world.tenant
    const id = await storeWebhook(world.deps, { serviceId, url: 'https://hooks.example/inlet' })
    await using visitor = await openTab({ colorScheme, reducedMotion: 'reduce' })
    const { page } = visitor
    const { keyboard } = page
    const { errors, check } = errorsIn(visitor)
    await keepNotices(visitor)
    const notice = page.locator('[data-sonner-toast]')
    const undo = notice.getByRole('button', { name: 'Undo' })
    await openAs(visitor, await world.someone('owner'), `${world.serviceUrl}/webhooks/${id}`)

    await page.getByRole('button', { name: 'More actions' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Disable' }).press('Enter')
    await undo.waitFor()
    await keyboard.press('Alt+t')
    await check('notice')
    for (let n = 0; n < 5 && !(await isFocused(undo)); n += 1) await keyboard.press('Tab')
    await keyboard.press('Enter')

    await page.locator('#content').getByText('Disabled', { exact: true }).waitFor({ state: 'detached' })
    await page.getByText('Webhook enabled').waitFor()
    expect(errors).toEqual({})
  },
)

pageTest.for(looksOfRun('dashboard', looks))(
  'in $colorScheme at $width px axe finds nothing where a label or the reason of a refusal is shown',
  async ({ colorScheme, width }) => {
    const world = dashboard()
    await using visitor = await openTab({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    const { page } = visitor
    const { errors, check } = errorsIn(visitor)
    await openAs(visitor, await world.someone('viewer'), `${world.serviceUrl}/members`)

    await page.getByRole('button', { name: 'Invite' }).focus()
    await page.getByRole('tooltip', { name: 'you are a viewer' }).waitFor()
    await check('refusal')
    await page.keyboard.press('Tab')
    for (let n = 0; n < 20 && (await page.getByRole('tooltip', { name: 'Actions for' }).count()) === 0; n += 1) {
      await page.keyboard.press('Tab')
    }
    await page.getByRole('tooltip', { name: 'Actions for' }).waitFor()
    await check('label')

    expect(errors).toEqual({})
  },
)
