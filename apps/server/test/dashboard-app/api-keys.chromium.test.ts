import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { rawMail, waitFor } from '@inlet/testkit'
import { pageTest } from '@inlet/testkit/chromium'
import { looksOfRun } from '@inlet/testkit/left-out'
import { expect } from 'vitest'
import { type DashboardWorld, openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { clipboardOf, sharedBrowser, type Visitor } from '../support/inbox-page.ts'
import { errorsIn } from '../support/page-errors.ts'

const run = promisify(execFile)
const openTab = sharedBrowser()
const dashboard = sharedDashboard()
const mayCopy = { permissions: ['clipboard-read', 'clipboard-write'] }

const statusOf = async (world: DashboardWorld, key: string) =>
  (await world.call(`/v1/services/${world.tenant.serviceId}/addresses`, { key })).status

const rowOf = ({ page }: Visitor, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

pageTest(
  'a key is made and copied, works in the command that is copied with it, is rotated without a gap, and is revoked after its name was typed',
  async () => {
    const world = dashboard()
    await using visitor = await openTab(mayCopy)
    const { page } = visitor
    await openAs(visitor, await world.someone('admin'), `${world.serviceUrl}/api-keys`)

    await page.getByRole('button', { name: 'Create API key' }).first().click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Nightly build')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('button', { name: 'Copy API key' }).click()
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
    const first = await clipboardOf(visitor)
    expect(await statusOf(world, first)).toBe(200)
    await page.getByRole('button', { name: 'Copy curl sample' }).click()
    await waitFor(async () => (await clipboardOf(visitor)).startsWith('curl'))
    const { fullAddress } = await world.address('nightly')
    await world.send(rawMail('otp-482913'), fullAddress)
    const command = (await clipboardOf(visitor)).replace('code@example.com', fullAddress)
    const { stdout } = await run('bash', ['-c', command], { env: { PATH: '/usr/bin:/bin' } })
    expect(JSON.parse(stdout).data).toMatchObject([{ toAddr: fullAddress, otpCode: '482913' }])
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.content()).not.toContain(first)

    await page.getByRole('button', { name: 'Actions for Nightly build' }).click()
    await page.getByRole('menuitem', { name: 'Rotate' }).click()
    await page.getByRole('radio', { name: 'In 1 hour' }).click()
    await page.getByRole('button', { name: 'Rotate key' }).click()
    await page.getByRole('button', { name: 'Copy API key' }).click()
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
    const second = await clipboardOf(visitor)
    expect([await statusOf(world, first), await statusOf(world, second)]).toEqual([200, 200])
    await page.getByRole('button', { name: 'I have copied it' }).click()

    const newest = rowOf(visitor, 'Nightly build').first()
    await newest.getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    const revoke = page.getByRole('button', { name: 'Revoke key' })
    expect(await revoke.getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('Type “Nightly build” to confirm').fill('Nightly build')
    await revoke.click()
    await page.getByText('API key revoked').waitFor()
    await newest.getByText('Revoked', { exact: true }).waitFor()
    await waitFor(async () => (await statusOf(world, second)) === 401)
    expect(visitor.complaints).toEqual([])
  },
)

pageTest('with the keyboard alone one opens the palette, makes a key, and closes the dialog', async () => {
  const world = dashboard()
  await using visitor = await openTab({ ...mayCopy, reducedMotion: 'reduce' })
  const { page } = visitor
  const { keyboard } = page
  await openAs(visitor, await world.someone('owner'), `${world.serviceUrl}/members`)
  await page.getByRole('rowheader', { name: 'Ada Example' }).first().waitFor()

  await keyboard.press('g')
  await keyboard.press('k')
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
  await keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Commands' }).and(page.locator(':focus')).waitFor()
  await keyboard.type('create')
  await page.getByRole('option', { name: 'Create API key', selected: true }).waitFor()
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Create API key' }).waitFor()
  const name = page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus'))
  for (let tabs = 0; tabs < 5 && (await name.count()) === 0; tabs += 1) await keyboard.press('Tab')
  await keyboard.type('By keys')
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'API key created' }).waitFor()
  await keyboard.press('Escape')

  await rowOf(visitor, 'By keys').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(visitor.complaints).toEqual([])
})

pageTest('a viewer sees the keys, and why each act is not for them', async () => {
  const world = dashboard()
  await using visitor = await openTab()
  const { page } = visitor
  await world.apiKey({ scope: 'read', name: 'Robot of releases' })
  await openAs(visitor, await world.someone('viewer'), `${world.serviceUrl}/api-keys?dialog=create`)
  await rowOf(visitor, 'Robot of releases').waitFor()

  const create = page.getByRole('button', { name: 'Create API key' })
  await create.focus()
  await page
    .getByRole('tooltip', { name: 'Only an admin or owner of this service can do this; you are a viewer' })
    .waitFor()
  await page.keyboard.press('Enter')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('button', { name: 'Actions for Robot of releases' }).click()
  const rotate = page.getByRole('menuitem', { name: 'Rotate' })
  expect(await rotate.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const

pageTest.for(looksOfRun('dashboard', looks))(
  'axe finds nothing in $colorScheme at $width px, and nothing is scrolled sideways',
  async (look) => {
    const { colorScheme, width } = look
    const world = dashboard()
    await using visitor = await openTab({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    const { page } = visitor
    const { errors, check } = errorsIn(visitor)
    await openAs(visitor, await world.someone('owner'), `${world.serviceUrl}/api-keys`)

    await rowOf(visitor, 'tests').first().waitFor()
    await check('list')
    await page.getByRole('button', { name: 'Actions for tests' }).first().click()
    await page.getByRole('menuitem', { name: 'Revoke' }).waitFor()
    await check('menu')
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).waitFor()
    await check('revoke')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Fill this in').waitFor()
    await check('form with an error')
    await page.getByRole('textbox', { name: 'Name' }).fill('Another')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('API key created').waitFor()
    await check('value')

    expect(errors).toEqual({})
  },
)
