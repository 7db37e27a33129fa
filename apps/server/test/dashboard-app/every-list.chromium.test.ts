import { pageTest } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { alterAnswers, callsTo, serverError } from '../support/altered-answers.ts'
import { openAs, screenOf, sharedDashboard } from '../support/dashboard-app.ts'
import { sharedBrowser } from '../support/inbox-page.ts'
import { storeWebhook } from '../support/stored-webhook.ts'

const openTab = sharedBrowser()
const dashboard = sharedDashboard()

/** Each list: what reads it, what it says where that fails, and what it says where there is nothing, with what to do. */
const lists = [
  { path: '/addresses', call: 'listAddresses', what: 'addresses', empty: 'No addresses yet', todo: 'Create address' },
  { path: '/domains', call: 'listDomains', what: 'domains', empty: 'No domains yet', todo: 'Add domain' },
  { path: '/api-keys', call: 'listApiKeys', what: 'API keys', empty: 'No API keys yet', todo: 'Create API key' },
  { path: '/webhooks', call: 'listWebhooks', what: 'webhooks', empty: 'No webhooks yet', todo: 'Create webhook' },
  { path: '/members', call: 'listMembers', what: 'members', empty: 'No members yet', todo: 'Invite' },
  { path: '/audit-log', call: 'listAuditLog', what: 'audit log', empty: 'No changes yet', todo: null },
  {
    path: '/webhooks/ID',
    call: 'listDeliveries',
    what: 'deliveries',
    empty: 'No deliveries yet',
    todo: 'Send test event',
  },
] as const

const pageOf = (meta: { cursor: string; hasMore: boolean }, data: unknown[] = []) => ({
  result: { data: { data, meta } },
})

pageTest.for(lists)(
  'the list of $what is a skeleton, says why it failed and takes a retry, says what to do where it is empty, and has its page in the URL',
  async ({ path, call, what, empty, todo }) => {
    const world = dashboard()
    const { serviceId } = world.tenant
    const webhookId = await storeWebhook(world.deps, { serviceId, url: 'https://hooks.example/' })
    await using visitor = await openTab({ reducedMotion: 'reduce' })
    const { page } = visitor
    const screen = screenOf(visitor)
    const pages = screen.getByRole('navigation', { name: 'Pages' })
    const cursors = () => new URL(page.url()).searchParams.get('cursor')
    let release = () => {}
    const isHeld = new Promise<void>((resolve) => {
      release = resolve
    })
    await alterAnswers(visitor, call, () => serverError)
    await page.route(callsTo(call), async (route) => {
      await isHeld
      await route.fallback()
    })
    await openAs(visitor, await world.someone('owner'), `${world.serviceUrl}${path.replace('ID', webhookId)}`)

    await screen.getByRole('table').getByText('Loading', { exact: true }).waitFor({ state: 'attached' })
    release()
    await screen.getByRole('alert').getByText(`The ${what} could not be loaded`).waitFor({ timeout: 60_000 })
    await screen.getByText('req_01JZX3').waitFor()
    await page.unroute(callsTo(call))
    await alterAnswers(visitor, call, () => pageOf({ cursor: '', hasMore: false }))
    await screen.getByRole('button', { name: 'Try again' }).click()
    await screen.getByText(empty).waitFor()
    if (todo !== null) expect(await screen.getByRole('button', { name: todo }).count()).toBeGreaterThan(0)
    expect(await pages.count()).toBe(0)

    await page.unroute(callsTo(call))
    await alterAnswers(visitor, call, () => pageOf({ cursor: 'the-next-one', hasMore: true }))
    await page.reload()
    await pages.getByRole('button', { name: 'Older' }).click()
    await expect.poll(cursors).toBe('the-next-one')
    await pages.getByRole('button', { name: 'Newest' }).click()
    await expect.poll(cursors).toBe(null)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(visitor.complaints).toEqual([])
  },
)
