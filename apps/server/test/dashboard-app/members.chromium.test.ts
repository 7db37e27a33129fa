import { accessibilityErrors, pageTest } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { sharedBrowser, sidewaysPixels, type Visitor } from '../support/inbox-page.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

const rowOf = ({ page }: Visitor, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

pageTest('an owner invites a person, changes their role, and withdraws the invitation', async () => {
  const world = dashboard()
  await using visitor = await openTab()
  const { page } = visitor
  await openAs(visitor, await world.someone('owner', { name: 'Olga' }), `${world.serviceUrl}/members`)

  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite member' })
  await dialog.getByLabel('E-mail address').fill('nobody')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('E-mail address').fill('grace@example.com')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await page.getByText(`${world.dashboardUrl}services`, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  const invited = rowOf(visitor, 'grace@example.com')
  await invited.getByText('Invited', { exact: true }).waitFor()

  await invited.getByRole('combobox').selectOption('admin')
  await page.getByText('Role changed').waitFor()
  expect(await invited.getByRole('combobox').inputValue()).toBe('admin')
  await invited.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Withdraw invitation' }).click()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await invited.waitFor({ state: 'detached' })
  expect(visitor.complaints).toEqual([])
})

pageTest('what the server refuses is said at the field that it is about', async () => {
  const world = dashboard()
  await using visitor = await openTab()
  const { page } = visitor
  const other = await world.someone('viewer', { name: 'Other' })
  await openAs(visitor, await world.someone('owner', { name: 'Olga' }), `${world.serviceUrl}/members?dialog=invite`)
  const dialog = page.getByRole('dialog', { name: 'Invite member' })

  await dialog.getByLabel('E-mail address').fill(other.email)
  await dialog.getByRole('button', { name: 'Invite' }).click()

  await dialog.getByRole('alert').getByText('This address is already a member or invited').waitFor()
  await dialog.getByLabel('E-mail address').and(page.locator(':focus[aria-invalid=true]')).waitFor()
})

pageTest('a viewer cannot change members, but can leave the service', async () => {
  const world = dashboard()
  await using visitor = await openTab({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  const { page } = visitor
  await world.someone('admin', { name: 'Adam' })
  await openAs(visitor, await world.someone('viewer', { name: 'Vera' }), `${world.serviceUrl}/members`)
  const vera = rowOf(visitor, 'Vera')
  await vera.waitFor()

  expect(await page.getByRole('combobox').count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Invite' }).getAttribute('aria-disabled')).toBe('true')
  expect(await accessibilityErrors(page)).toEqual([])
  expect(await sidewaysPixels(visitor)).toBe(0)
  await vera.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Leave service' }).click()
  await page.getByLabel('Type “Tests” to confirm').fill('Tests')
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByRole('heading', { name: 'Services', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Tests' }).waitFor({ state: 'detached' })
})
