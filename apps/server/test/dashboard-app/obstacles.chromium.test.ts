import { pageTest } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { openAs, sharedDashboard } from '../support/dashboard-app.ts'
import { sharedBrowser } from '../support/inbox-page.ts'
import { join } from '../support/people.ts'
import { storeWebhook } from '../support/stored-webhook.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()
const listCall = '**/trpc/*listApiKeys*'

pageTest('a list that failed says why and names the request, and the next try shows it', async () => {
  const world = dashboard()
  await using visitor = await openTab()
  const { page } = visitor
  const data = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, requestId: 'req_42' }
  const error = { message: 'Something went wrong on our side', code: -32603, data }
  await page.route(listCall, (route) => route.fulfill({ status: 500, json: [{ error }] }))
  await openAs(visitor, await world.someone('viewer'), `${world.serviceUrl}/api-keys`)

  await page.getByRole('alert').getByText('The API keys could not be loaded').waitFor()
  await page.getByText('req_42').waitFor()
  await page.unroute(listCall)
  await page.getByRole('button', { name: 'Try again' }).click()

  await page.getByRole('rowheader', { name: 'tests' }).first().waitFor()
})

pageTest('a page without a network says so, and shows what happened meanwhile when it is back', async () => {
  const world = dashboard()
  await using visitor = await openTab()
  const { page, context } = visitor
  await openAs(visitor, await world.someone('viewer'), `${world.serviceUrl}/api-keys`)
  await page.getByRole('rowheader', { name: 'tests' }).first().waitFor()

  await context.setOffline(true)
  await page.getByText('You are offline').waitFor()
  await world.apiKey({ scope: 'read', name: 'Made meanwhile' })
  await context.setOffline(false)

  await page.getByRole('rowheader', { name: 'Made meanwhile' }).waitFor()
  await page.getByText('You are offline').waitFor({ state: 'detached' })
})

pageTest('a service of others and a path without a screen are the same page, which tells nothing', async () => {
  const world = dashboard()
  await using visitor = await openTab()
  const { page } = visitor
  const nothing = page.getByRole('heading', { name: 'There is nothing here' })
  await openAs(visitor, await world.someone('viewer'), `${world.serviceUrl}/nothing`)
  await nothing.waitFor()

  await page.goto(`${world.dashboardUrl}services/${world.stranger.serviceId}/api-keys`)
  await nothing.waitFor()
  expect(visitor.requests.filter((url) => url.includes('listApiKeys'))).toEqual([])
  await page.getByRole('link', { name: 'Services and invitations' }).click()
  await page.getByRole('heading', { name: 'Invitations' }).waitFor()
  expect(visitor.complaints).toEqual([])
})

pageTest('a domain and a webhook of another own service lead to the frame of that service', async () => {
  const world = dashboard()
  const { deps, stranger, origin } = world
  const { serviceId } = stranger
  const webhookId = await storeWebhook(deps, { serviceId, url: 'https://hooks.example/' })
  await using visitor = await openTab()
  const { page } = visitor
  const login = await world.someone('viewer')
  await join(world, { accountId: login.accountId, role: 'viewer', tenant: stranger })
  await openAs(visitor, login, `${world.serviceUrl}/domains/${stranger.domain.id}`)
  const theirs = `${origin}/dashboard/services/${serviceId}`

  await page.waitForURL(`${theirs}/domains/${stranger.domain.id}`)
  await page.getByRole('heading', { name: stranger.domain.hostname, level: 1 }).waitFor()
  await page.goto(`${world.serviceUrl}/webhooks/${webhookId}?view=verify`)
  await page.waitForURL(`${theirs}/webhooks/${webhookId}?view=verify`)
  expect(visitor.complaints).toEqual([])
})

pageTest('an update of the server under an open page has it loaded anew, and keeps what was typed', async () => {
  const world = dashboard()
  await using visitor = await openTab()
  const { page } = visitor
  await openAs(visitor, await world.someone('owner'), `${world.serviceUrl}/api-keys?dialog=create`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Nightly build')
  await page.route('**/assets/command-palette-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 })

  const loaded = page.waitForEvent('load')
  await page.getByRole('textbox', { name: 'Name' }).press('Control+k')

  await loaded
  await page.getByRole('dialog', { name: 'Create API key' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Nightly build')
})
