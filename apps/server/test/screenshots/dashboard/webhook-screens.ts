import type { DeliveryDoc, WebhookDoc } from '@inlet/core'
import { z } from 'zod'
import { alterAnswers } from '../../support/altered-answers.ts'
import { listStates, readStates } from './list-states.ts'
import type { Scene, Screen } from './scene.ts'

async function openList({ open, page }: Scene): Promise<void> {
  await open('/webhooks')
  await page.getByRole('rowheader', { name: 'ci.acme.example' }).waitFor()
}

async function pathOf({ world }: Scene, host: string): Promise<string> {
  const webhooks = world.deps.db.collection<WebhookDoc>('webhooks')
  const found = await webhooks.findOne({ url: { $regex: host }, serviceId: world.tenant.serviceId })
  return `/webhooks/${found?._id}`
}

/** Opens the webhook of a host. */
async function openWebhook(scene: Scene, host: string, query = ''): Promise<void> {
  await scene.open(`${await pathOf(scene, host)}${query}`)
  await scene.page.getByRole('heading', { level: 1, name: host }).waitFor()
}

/** The path of a delivery that has failed. */
async function pathOfDelivery(scene: Scene): Promise<string> {
  const deliveries = scene.world.deps.db.collection<DeliveryDoc>('deliveries')
  const found = await deliveries.findOne({ state: 'failed', serviceId: scene.world.tenant.serviceId })
  return `/webhooks/${found?.webhookId}?delivery=${found?._id}`
}

async function openFailing(scene: Scene, query = ''): Promise<void> {
  await openWebhook(scene, 'staging.acme.example', query)
  await scene.page.getByRole('rowheader').first().waitFor()
}

async function openMenu({ page }: Scene, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByRole('dialog').waitFor()
}

const webhooksPage = z.object({ result: z.object({ data: z.looseObject({ meta: z.looseObject({}) }) }) })

/** The service has had its deliveries of this minute, and has further events. */
const holdEvents = (scene: Scene) =>
  alterAnswers(scene, 'listWebhooks', (real) => {
    const { data } = webhooksPage.parse(real).result
    return { result: { data: { ...data, meta: { ...data.meta, eventsWait: true } } } }
  })

/** The screens of webhooks, and of what was sent to them. */
export const webhookScreens: readonly Screen[] = [
  { name: 'webhooks-list', show: openList },
  ...listStates({ name: 'webhooks', path: '/webhooks', call: 'listWebhooks', empty: 'No webhooks yet' }),
  {
    name: 'webhooks-list-viewer',
    role: 'viewer',
    show: async (scene) => {
      await openList(scene)
      await scene.page.getByRole('button', { name: 'Create webhook' }).focus()
    },
  },
  {
    name: 'webhooks-create',
    show: async ({ page, open }) => {
      await open('/webhooks?dialog=create')
      await page.getByLabel('URL').fill('https://shop.acme.example/hooks/inlet')
      await page.getByRole('checkbox', { name: 'message.deleted' }).click()
    },
  },
  {
    name: 'webhooks-create-error',
    show: async ({ page, open }) => {
      await open('/webhooks?dialog=create')
      await page.getByLabel('URL').fill('http://shop.acme.example/hooks/inlet')
      await page.getByRole('checkbox', { name: 'message.received' }).click()
      await page.getByRole('button', { name: 'Create webhook' }).last().click()
      await page.getByText('Choose at least one').waitFor()
    },
  },
  {
    name: 'webhooks-created',
    show: async ({ page, open }) => {
      const data = { id: '01KAS0Q4N6YQ7T3V5W8X9Z1B2C', secret: `whsec_${'x7Qa'.repeat(10)}xyz=` }
      await page.route('**/trpc/*createWebhook*', (route) =>
        route.fulfill({ status: 201, json: [{ result: { data: { data } } }] }),
      )
      await open('/webhooks?dialog=create')
      await page.getByLabel('URL').fill('https://shop.acme.example/hooks/inlet')
      await page.getByRole('button', { name: 'Create webhook' }).last().click()
      await page.getByText('Webhook created').waitFor()
    },
  },
  {
    name: 'webhooks-events-wait',
    show: async (scene) => {
      await holdEvents(scene)
      await openList(scene)
      await scene.page.getByText('Events are waiting').waitFor()
    },
  },
  {
    name: 'webhook-events-wait',
    show: async (scene) => {
      await holdEvents(scene)
      await openFailing(scene)
      await scene.page.getByText('Events are waiting').waitFor()
    },
  },
  { name: 'webhook-failing', show: (scene) => openFailing(scene) },
  ...readStates({ name: 'webhook', path: (scene) => pathOf(scene, 'staging.acme.example'), call: 'readWebhook' }),
  ...listStates({
    name: 'webhook-deliveries',
    path: (scene) => pathOf(scene, 'staging.acme.example'),
    call: 'listDeliveries',
    empty: 'No deliveries yet',
  }),
  ...readStates({ name: 'webhook-delivery', path: pathOfDelivery, call: 'readDelivery' }),
  { name: 'webhook-filtered', show: (scene) => openFailing(scene, '?state=failed&eventType=message.received') },
  { name: 'webhook-gone', show: (scene) => openWebhook(scene, 'hooks.example.net') },
  {
    name: 'webhook-nothing-sent',
    show: async (scene) => {
      await openWebhook(scene, 'old.acme.example')
      await scene.page.getByText('No deliveries yet').waitFor()
    },
  },
  {
    name: 'webhook-viewer',
    role: 'viewer',
    show: async (scene) => {
      await openFailing(scene)
      await scene.page.getByRole('button', { name: 'Send test event' }).focus()
    },
  },
  { name: 'webhook-verify', show: (scene) => openWebhook(scene, 'ci.acme.example', '?view=verify') },
  {
    name: 'webhook-menu',
    show: async (scene) => {
      await openFailing(scene)
      await scene.page.getByRole('button', { name: 'More actions' }).click()
    },
  },
  {
    name: 'webhook-test-menu',
    show: async (scene) => {
      await openFailing(scene)
      await scene.page.getByRole('button', { name: 'Send test event' }).click()
    },
  },
  {
    name: 'webhook-edit',
    show: async (scene) => {
      await openWebhook(scene, 'ci.acme.example', '?dialog=edit')
      await scene.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'webhook-recover',
    show: async (scene) => {
      await openFailing(scene)
      await openMenu(scene, 'Recover')
      await scene.page.getByRole('radio', { name: 'Since a specific time' }).click()
    },
  },
  {
    name: 'webhook-rotate',
    show: async (scene) => {
      await openFailing(scene)
      await openMenu(scene, 'Rotate')
    },
  },
  {
    name: 'webhook-delete',
    show: async (scene) => {
      await openFailing(scene)
      await openMenu(scene, 'Delete')
    },
  },
  {
    name: 'webhook-delivery',
    show: async (scene) => {
      await openFailing(scene, '?state=failed')
      await scene.page.getByRole('rowheader').getByRole('link').first().click()
      await scene.page.getByText('Attempt 8').waitFor()
      await scene.page.getByText('Response body').nth(3).click()
    },
  },
  {
    name: 'webhook-delivery-body',
    show: async (scene) => {
      await openFailing(scene)
      await scene.page.getByRole('rowheader').getByRole('link').nth(1).click()
      await scene.page.getByRole('tab', { name: 'Exactly as sent' }).click()
    },
  },
]
