import { limits } from '@inlet/contract'
import type { DeliveryDoc } from '@inlet/core'
import { waitFor, webhookReceiver } from '@inlet/testkit'
import { pageTest } from '@inlet/testkit/chromium'
import { expect } from 'vitest'
import { openAs, startDashboardWorld } from '../support/dashboard-app.ts'
import { countDeliveries } from '../support/held-events.ts'
import { sharedBrowser } from '../support/inbox-page.ts'
import { storeDelivery, storeWebhook, webhookSecret } from '../support/stored-webhook.ts'

const openTab = sharedBrowser()

pageTest('a recovery that does not fit into its minute says so, and goes on from the same dialog', async () => {
  await using world = await startDashboardWorld()
  await using receiver = await webhookReceiver([webhookSecret])
  await using visitor = await openTab()
  const { page } = visitor
  const { serviceId } = world.tenant
  const id = await storeWebhook(world.deps, { serviceId, url: receiver.url })
  for (let n = 0; n < 3; n += 1) {
    await storeDelivery(world.deps, { webhookId: id, serviceId, payload: '{"type":"message.received"}', attempts: [] })
  }
  const { deps } = world
  const failed = { state: 'failed', completedAt: deps.clock.now() } as const
  await deps.db.collection<DeliveryDoc>('deliveries').updateMany({ webhookId: id }, { $set: failed })
  await countDeliveries(world, limits.webhookDeliveriesPerMinute - 2)
  await openAs(visitor, await world.someone('admin'), `${world.serviceUrl}/webhooks/${id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Recover failed deliveries' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recover failed deliveries' })

  await dialog.getByRole('button', { name: 'Recover', exact: true }).click()
  await dialog.getByText('Resending 2 deliveries. More have failed').waitFor()
  await countDeliveries(world, 0)
  await dialog.getByRole('button', { name: 'Recover the rest' }).click()

  await page.getByText('Resending 3 deliveries').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await waitFor(() => receiver.calls.length === 3)
  expect(visitor.complaints).toEqual([])
})
