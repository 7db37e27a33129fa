import { readFile } from 'node:fs/promises'
import { changeService } from '@inlet/core'
import { pageTest } from '@inlet/testkit/chromium'
import { looksOfRun } from '@inlet/testkit/left-out'
import { expect } from 'vitest'
import { type DashboardWorld, openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { sharedBrowser } from '../support/inbox-page.ts'
import { errorsIn } from '../support/page-errors.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()
const hostile = '<img src=x onerror=alert(1)> \u202edaolnwod '.repeat(2)

/** The operator gives the service a name that tries to be more than a text. */
const rename = ({ deps, tenant }: DashboardWorld) => {
  const operator = { kind: 'operator', name: 'root', origin: { ip: null, requestId: 'from-a-shell' } } as const
  return changeService(deps, operator, { id: tenant.serviceId, name: hostile })
}

pageTest('an admin filters the log, opens an entry whose texts are only texts, and exports what fits', async () => {
  const world = dashboard()
  await rename(world)
  await using visitor = await openTab()
  const { page } = visitor
  await openAs(visitor, await world.someone('admin'), `${world.serviceUrl}/audit-log`)

  await page.getByRole('button', { name: 'Member invited' }).first().waitFor()
  await page.getByLabel('Action').selectOption('service.changed')
  await page.getByRole('button', { name: 'Member invited' }).first().waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('action')).toBe('service.changed')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\n')
  expect(new Set(lines.map((line) => JSON.parse(line).action))).toEqual(new Set(['service.changed']))

  await page.getByRole('button', { name: 'Service changed' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Service changed' })
  await dialog.getByText('root (operator)').waitFor()
  expect(await dialog.getByText('from-a-shell').count()).toBe(1)
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByLabel('Who').fill('nobody@example.com')
  await page.getByText('No results').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await page.getByRole('button', { name: 'Member invited' }).first().waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await page.getByLabel('Who').inputValue()).toBe('')
  expect(visitor.complaints).toEqual([])
})

pageTest('an export that is refused says why, and names the request', async () => {
  const world = dashboard()
  await using visitor = await openTab()
  const { page } = visitor
  await openAs(visitor, await world.someone('admin'), `${world.serviceUrl}/audit-log`)
  const error = { code: 'FORBIDDEN', message: 'This needs the role admin', requestId: 'req_42' }
  await page.route('**/v1/services/*/audit-log*', (route) => route.fulfill({ status: 403, json: { error } }))

  await page.getByRole('button', { name: 'Export' }).click()

  await page.getByRole('alert').getByText('This needs the role admin.').waitFor()
  await page.getByText('req_42').waitFor()
})

pageTest('a viewer reads why the log is not shown, and it is not asked for', async () => {
  const world = dashboard()
  await using visitor = await openTab()
  const { page } = visitor
  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes('listAuditLog') && asked.push(request.url())))
  await openAs(visitor, await world.someone('viewer'), `${world.serviceUrl}/audit-log`)

  await page.getByText('Viewers cannot see the audit log').waitFor()
  expect(await page.getByRole('button', { name: 'Export' }).getAttribute('aria-disabled')).toBe('true')
  expect(asked).toEqual([])
  expect(visitor.complaints).toEqual([])
})

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const

pageTest.for(looksOfRun('dashboard', looks))(
  'axe finds nothing in $colorScheme at $width px, and nothing is scrolled sideways',
  async ({ colorScheme, width }) => {
    const world = dashboard()
    await rename(world)
    await using visitor = await openTab({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    const { page } = visitor
    const { errors, check } = errorsIn(visitor)
    await openAs(visitor, await world.someone('owner'), `${world.serviceUrl}/audit-log?action=service.changed`)

    await page.getByRole('button', { name: 'Service changed' }).first().waitFor()
    await check('list')
    await page.getByRole('button', { name: 'Service changed' }).first().click()
    await page.getByRole('dialog').getByText('root (operator)').waitFor()
    await check('entry')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByLabel('Who').fill('nobody@example.com')
    await page.getByText('No results').waitFor()
    await check('nothing')

    expect(errors).toEqual({})
  },
)
