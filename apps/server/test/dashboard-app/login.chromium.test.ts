import { pageTest } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { endLogins, enterLogin, openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { sharedBrowser } from '../support/inbox-page.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

pageTest('a login leads back to the page that was asked for, and a reload needs no other one', async () => {
  const world = dashboard()
  await using visitor = await openTab()
  const { page } = visitor
  const login = await world.someone('owner')

  await openAs(visitor, login, `${world.serviceUrl}/members?cursor=`)
  await page.getByRole('rowheader', { name: 'Ada Example' }).first().waitFor()
  expect(new URL(page.url()).pathname).toBe(`/dashboard/services/${world.tenant.serviceId}/members`)
  await page.reload()
  await page.getByRole('rowheader', { name: 'Ada Example' }).first().waitFor()

  const stored: string = await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })')
  expect(stored).not.toContain('access_token')
  expect(stored).not.toContain('id_token')
  expect(visitor.requests.filter((url) => /[?&](?:access_token|token|connectionParams)=/.test(url))).toEqual([])
  expect(visitor.complaints).toEqual([])
})

pageTest('the first page without a path is the service of the user', async () => {
  const world = dashboard()
  await using visitor = await openTab()
  const login = await world.someone('viewer')

  await openAs(visitor, login, world.dashboardUrl)

  await visitor.page.waitForURL(`${world.serviceUrl}/**`)
  expect(visitor.complaints).toEqual([])
})

pageTest('whoever logs out is logged out in the other tabs too, and a new login asks for the password', async () => {
  const world = dashboard()
  await using visitor = await openTab()
  const { page, context } = visitor
  const login = await world.someone('owner')
  await openAs(visitor, login, `${world.serviceUrl}/members`)
  const second = await context.newPage()
  // The login of the browser is known to the provider.
  await second.goto(`${world.serviceUrl}/members`)
  await second.getByRole('rowheader', { name: 'Ada Example' }).first().waitFor()

  await page.getByRole('button', { name: 'Account: Ada Example' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()

  await page.getByRole('heading', { name: 'You are logged out' }).waitFor()
  await second.getByRole('heading', { name: 'You are logged out' }).waitFor()
  expect(await page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('inlet.'))")).toEqual([])
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByLabel('Password').waitFor()
})

pageTest('a session that ends while a form is open loses nothing that was typed', async () => {
  const world = dashboard()
  await using visitor = await openTab()
  const { page } = visitor
  const login = await world.someone('owner')
  await openAs(visitor, login, `${world.serviceUrl}/api-keys`)
  await page.getByRole('button', { name: 'Create API key' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly build')
  await page.getByRole('radio', { name: 'Test' }).click()

  const again = await endLogins(world, login)
  // The server itself refuses the token only when it looks again, a second later.
  await page.route('**/trpc/*createApiKey*', (route) => route.fulfill({ status: 401, json: [] }))
  await page.getByRole('button', { name: 'Create key' }).click()
  await enterLogin(visitor, again)

  await page.getByRole('dialog', { name: 'Create API key' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Nightly build')
  expect(await page.getByRole('radio', { name: 'Test' }).isChecked()).toBe(true)
  expect(new URL(page.url()).search).toBe('?dialog=create')
})
