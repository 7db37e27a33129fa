import { limits } from '@inlet/contract'
import { testWebhook } from '@inlet/core'
import { absentId } from '../prepared-world.ts'
import { storeWebhook, storeWebhooks } from '../stored-webhook.ts'
import type { Tenant, World } from '../world.ts'
import type { UserCalls } from './user-call.ts'

const caller = { kind: 'operator', name: 'tests', origin: { ip: null, requestId: 'tests' } } as const
const url = 'https://hooks.example.com/inlet'
const ofService = { folder: 'webhooks', absent: [{ id: absentId }] }

/** Stores a disabled webhook of a tenant: of enabled ones a service may have few. @returns its id */
async function webhookOf({ deps }: World, { serviceId }: Tenant): Promise<{ id: string }> {
  const id = await storeWebhook(deps, { serviceId, url, state: 'disabled', disabledReason: 'operator' })
  return { id }
}

/** As many webhooks of the tenant as a service may have, until they are disposed of. */
async function allWebhooks({ deps, tenant: { serviceId } }: World): Promise<AsyncDisposable> {
  const ids = await storeWebhooks(deps, { count: limits.webhooksPerService, serviceId, url })
  const webhooks = deps.db.collection<{ _id: string }>('webhooks')
  return { [Symbol.asyncDispose]: async () => void (await webhooks.deleteMany({ _id: { $in: ids } })) }
}

/** Makes a webhook of a tenant with one delivery, which has failed. @returns the ids of both */
async function failedDelivery(world: World, tenant: Tenant): Promise<{ id: string; webhookId: string }> {
  const { id: webhookId } = await webhookOf(world, tenant)
  const { id } = await testWebhook(world.deps, caller, { id: webhookId, event: 'message.received' })
  const failed = { state: 'failed', completedAt: world.clock.now(), failedInRow: 8, attemptCount: 8 }
  await world.deps.db.collection<{ _id: string }>('deliveries').updateOne({ _id: id }, { $set: failed })
  return { id, webhookId }
}

const ofWebhook = { ...ofService, input: webhookOf, bad: { id: 'x' } }
const ofDelivery = {
  ...ofService,
  async input(world: World, tenant: Tenant) {
    const { id } = await failedDelivery(world, tenant)
    return { id }
  },
  bad: { id: 'x' },
}

/** How the operations of webhooks and their deliveries are called. */
export const webhookCalls: UserCalls = {
  listWebhooks: {
    ...ofService,
    role: 'viewer',
    input: (_, { serviceId: id }) => ({ id, limit: 50 }),
    bad: { limit: 0 },
  },
  createWebhook: {
    ...ofService,
    role: 'admin',
    input: (_, { serviceId: id }) => ({ id, url, events: ['message.received'] }),
    bad: { events: [] },
    refusals: {
      400: async (ask) => [await ask({ url: 'http://93.184.216.34/' })],
      async 422(ask, { world }) {
        await using _ = await allWebhooks(world)
        return [await ask()]
      },
    },
  },
  readWebhook: { ...ofWebhook, role: 'viewer' },
  changeWebhook: {
    ...ofWebhook,
    role: 'admin',
    input: async (world, tenant) => ({ ...(await webhookOf(world, tenant)), description: 'CI' }),
    bad: { enabled: 'no' },
    refusals: {
      400: async (ask) => [await ask({ url: 'http://93.184.216.34/' })],
      async 422(ask, { world }) {
        await using _ = await allWebhooks(world)
        return [await ask({ enabled: true })]
      },
    },
  },
  deleteWebhook: { ...ofWebhook, role: 'admin' },
  rotateWebhookSecret: { ...ofWebhook, role: 'admin' },
  testWebhook: { ...ofWebhook, role: 'admin', bad: { event: 'message.read' } },
  recoverWebhook: {
    ...ofWebhook,
    role: 'admin',
    async input(world, tenant) {
      const { webhookId: id } = await failedDelivery(world, tenant)
      return { id, since: '2020-01-01T00:00:00Z' }
    },
    bad: { since: 'yesterday' },
  },
  listDeliveries: { ...ofWebhook, role: 'viewer', bad: { state: 'lost' } },
  readDelivery: { ...ofDelivery, role: 'viewer' },
  redeliver: { ...ofDelivery, role: 'admin' },
}
