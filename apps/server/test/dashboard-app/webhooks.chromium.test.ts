import { limits } from '@inlet/contract'
import type { DeliveryDoc, WebhookDoc } from '@inlet/core'
import { waitFor, webhookReceiver } from '@inlet/testkit'
import { pageTest } from '@inlet/testkit/chromium'
import { looksOfRun } from '@inlet/testkit/left-out'
import { expect } from 'vitest'
import { type DashboardWorld, openAs, startDashboardWorld } from '../support/dashboard-app.ts'
import { countDeliveries, storeEvent } from '../support/held-events.ts'
import { clipboardOf, sharedBrowser, type Visitor } from '../support/inbox-page.ts'
import { errorsIn } from '../support/page-errors.ts'
import { storeWebhook, webhookSecret } from '../support/stored-webhook.ts'

const openTab = sharedBrowser()
const mayCopy = { permissions: ['clipboard-read', 'clipboard-write'] }
const hostile = '<img src=x onerror=alert(1)>\u202E</pre><script>alert(2)</script>'
/** The same as the page shows an answer: what would turn its letters around is named. */
const shownAnswer = hostile.replace('\u202E', 'U+202E')

const openWebhooks = async (world: DashboardWorld, visitor: Visitor, path = '') =>
  openAs(visitor, await world.someone('admin'), `${world.serviceUrl}/webhooks${path}`)

const hostOf = (port: number) => `127.0.0.1:${port}`

pageTest(
  'a webhook is made, its secret verifies what it is sent, and a failing receiver is called out, mended and sent to again',
  async () => {
    await using world = await startDashboardWorld()
    const secrets: string[] = []
    await using receiver = await webhookReceiver(secrets)
    await using visitor = await openTab(mayCopy)
    const { page } = visitor
    receiver.answerWith(() => ({ status: 500, body: hostile }))
    await openWebhooks(world, visitor)

    await page.getByRole('button', { name: 'Create webhook' }).first().click()
    await page.getByLabel('URL').fill(receiver.url)
    await page.getByRole('checkbox', { name: 'address.created' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create webhook' }).click()
    await page.getByRole('button', { name: 'Copy secret' }).click()
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
    const secret = await clipboardOf(visitor)
    secrets.push(secret)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('heading', { level: 1, name: hostOf(receiver.port) }).waitFor()
    await page.getByText('No deliveries yet').waitFor()
    expect(await page.content()).not.toContain(secret)

    await world.address('code')
    await page.getByText('This webhook started to fail').waitFor()
    await page.getByRole('rowheader', { name: 'address.created' }).getByRole('link').click()
    const dialog = page.getByRole('dialog', { name: 'Delivery of address.created' })
    await dialog.getByText('The receiver had an error.').first().waitFor()
    await dialog.getByText('Response body').first().click()
    expect(await dialog.getByText(shownAnswer).first().isVisible()).toBe(true)
    await dialog.getByRole('tab', { name: 'Exactly as sent' }).click()
    const [call] = receiver.calls
    expect(await dialog.getByRole('region', { name: 'request body' }).textContent()).toBe(call?.body)

    receiver.answerWith(() => ({ status: 204 }))
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByText('The receiver accepted it.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('This webhook started to fail').waitFor({ state: 'detached' })
    expect(receiver.calls.every(({ isVerified }) => isVerified)).toBe(true)
    expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(1)
    expect(visitor.complaints).toEqual([])
  },
)

pageTest(
  'a test event opens its delivery, a rotation shows the new secret, and deleting asks for the host',
  async () => {
    await using world = await startDashboardWorld()
    await using receiver = await webhookReceiver([webhookSecret])
    await using visitor = await openTab()
    const { page } = visitor
    const { serviceId } = world.tenant
    const id = await storeWebhook(world.deps, { serviceId, url: receiver.url, events: ['message.deleted'] })
    await openWebhooks(world, visitor, `/${id}`)
    const act = async (name: string) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name }).click()
    }

    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByRole('menuitem', { name: 'message.received' }).click()
    await page
      .getByRole('dialog', { name: 'Delivery of message.received' })
      .getByText('The receiver accepted it.')
      .waitFor()
    expect(JSON.parse(receiver.calls[0]?.body ?? '')).toMatchObject({ type: 'message.received', livemode: false })
    await page.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await act('Rotate secret')
    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByText('For 24 hours each call is signed with the old secret').waitFor()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await act('Delete')
    await page.getByLabel(`Type “${hostOf(receiver.port)}” to confirm`).fill(hostOf(receiver.port))
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByText('No webhooks yet').waitFor()
    expect(await world.deps.db.collection<WebhookDoc>('webhooks').countDocuments({ _id: id })).toBe(0)
    expect(visitor.complaints).toEqual([])
  },
)

pageTest(
  'the list and each webhook say that events wait while the service has had its deliveries of the minute',
  async () => {
    await using world = await startDashboardWorld()
    await using visitor = await openTab()
    const { page } = visitor
    const { serviceId } = world.tenant
    const id = await storeWebhook(world.deps, { serviceId, url: 'https://hooks.example.com/inlet' })
    await countDeliveries(world, limits.webhookDeliveriesPerMinute)
    await storeEvent(world)
    const notice = page.getByRole('heading', { name: 'Events are waiting' })

    await openWebhooks(world, visitor, `/${id}`)
    await notice.waitFor()
    await page.getByRole('link', { name: 'Webhooks' }).first().click()
    await page.getByRole('link', { name: 'hooks.example.com' }).waitFor()
    await notice.waitFor()
    expect(visitor.complaints).toEqual([])
  },
)

/** Stores deliveries that have failed for good. */
async function storeFailed(world: DashboardWorld, webhookId: string, count: number): Promise<void> {
  const { deps, tenant } = world
  const at = deps.clock.now()
  const attempt = { at, durationMs: 84, status: 500, error: null, responseBody: hostile }
  await deps.db.collection<DeliveryDoc>('deliveries').insertMany(
    Array.from({ length: count }, () => ({
      _id: deps.newId(),
      webhookId,
      serviceId: tenant.serviceId,
      eventType: 'message.received' as const,
      isLive: true,
      payload: JSON.stringify({ type: 'message.received', data: { subject: hostile.repeat(20) } }),
      state: 'failed' as const,
      dueAt: at,
      claimId: null,
      attemptCount: 1,
      failedInRow: 8,
      attempts: [attempt],
      lastStatus: 500,
      createdAt: at,
      completedAt: at,
    })),
  )
}

pageTest(
  'what has failed is found by its state and recovered while the list is open; disabling can be undone',
  async () => {
    await using world = await startDashboardWorld()
    await using receiver = await webhookReceiver([webhookSecret])
    await using visitor = await openTab()
    const { page } = visitor
    const { serviceId } = world.tenant
    const id = await storeWebhook(world.deps, { serviceId, url: receiver.url })
    await storeFailed(world, id, 3)
    await openWebhooks(world, visitor, `/${id}`)

    await page.getByRole('rowheader').first().waitFor()
    await page.getByLabel('State').selectOption('Delivered')
    await page.getByText('No results').waitFor()
    expect(new URL(page.url()).search).toBe('?state=succeeded')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Recover failed deliveries' }).click()
    await page.getByRole('button', { name: 'Recover', exact: true }).click()

    await page.getByText('Resending 3 deliveries').waitFor()
    await waitFor(async () => (await page.getByRole('rowheader').count()) === 3, 30_000)
    expect(receiver.calls.every(({ isVerified }) => isVerified)).toBe(true)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await page.getByRole('heading', { name: 'This webhook is disabled' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'This webhook is disabled' }).waitFor({ state: 'detached' })
    expect(visitor.complaints).toEqual([])
  },
)

pageTest(
  'a viewer reads deliveries with the keyboard alone, and finds the reason why each act is not for them',
  async () => {
    await using world = await startDashboardWorld()
    await using visitor = await openTab({ reducedMotion: 'reduce' })
    const { page } = visitor
    const { serviceId } = world.tenant
    const id = await storeWebhook(world.deps, { serviceId, url: 'https://hooks.example.com/inlet', state: 'disabled' })
    await storeFailed(world, id, 2)
    await openAs(visitor, await world.someone('viewer'), `${world.serviceUrl}/api-keys`)

    await page.keyboard.press('g')
    await page.keyboard.press('w')
    await page.getByRole('rowheader', { name: 'hooks.example.com' }).waitFor()
    await page.getByRole('link', { name: 'hooks.example.com' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('rowheader', { name: 'message.received' }).first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delivery of message.received' })
    await dialog.getByText('Attempt 1').waitFor()
    await dialog.getByRole('button', { name: 'Send again' }).focus()
    const reason = page.getByRole('tooltip', {
      name: 'Only an admin or owner of this service can do this; you are a viewer',
    })
    await reason.waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    // Until the reason is gone, the key is for it.
    await reason.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'More actions' }).click()
    expect(await page.getByRole('menuitem', { name: 'Enable' }).getAttribute('aria-disabled')).toBe('true')
    const states = await world.deps.db.collection<DeliveryDoc>('deliveries').distinct('state')
    expect(states).toEqual(['failed'])
    expect(visitor.complaints).toEqual([])
  },
)

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 360 },
] as const

pageTest.for(looksOfRun('dashboard', looks))(
  'axe finds nothing in $colorScheme at $width px with hostile texts, and nothing is scrolled sideways',
  async (look) => {
    const { colorScheme, width } = look
    await using world = await startDashboardWorld()
    await using visitor = await openTab({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    const { page } = visitor
    const { errors, check } = errorsIn(visitor)
    const { serviceId } = world.tenant
    const url = `https://hooks.example.com/${hostile}${'x'.repeat(1500)}`
    const failing = { failingSince: new Date(), state: 'disabled', disabledReason: 'gone' } as const
    const id = await storeWebhook(world.deps, { serviceId, url, description: hostile.repeat(3), ...failing })
    await storeFailed(world, id, 2)
    await openWebhooks(world, visitor)

    await page.getByRole('link', { name: 'hooks.example.com' }).waitFor()
    await check('list')
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create webhook' }).click()
    await page.getByText('Fill this in').waitFor()
    await check('form with an error')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'hooks.example.com' }).click()
    const delivery = page.getByRole('rowheader', { name: 'message.received' }).first()
    await delivery.waitFor()
    await check('webhook')
    await delivery.getByRole('link').click()
    await page.getByText('Response body').click()
    await check('delivery')
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Verify signatures' }).click()
    await page.getByRole('region', { name: 'TypeScript receiver' }).waitFor()
    await check('verification')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Recover failed deliveries' }).click()
    await page.getByRole('radio', { name: 'Since a specific time' }).click()
    await check('recover')

    expect(errors).toEqual({})
    expect(visitor.complaints).toEqual([])
  },
)
