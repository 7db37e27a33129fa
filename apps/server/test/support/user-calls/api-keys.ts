import { insertApiKey, revokeApiKeys } from '@inlet/core'
import { absentId } from '../prepared-world.ts'
import type { Tenant, World } from '../world.ts'
import type { UserCalls } from './user-call.ts'

async function newKey({ deps }: World, { serviceId }: Tenant): Promise<{ id: string }> {
  const { key } = await insertApiKey(deps, { serviceId, name: 'CI', scope: 'read', isLive: true })
  return { id: key._id }
}

async function revokedKey(world: World): Promise<{ id: string }> {
  const { id } = await newKey(world, world.tenant)
  await revokeApiKeys(world.deps, { serviceId: world.tenant.serviceId, id })
  return { id }
}

const folder = 'api-keys'
const absent = [{ id: absentId }]

/** How the operations of API keys are called. */
export const apiKeyCalls: UserCalls = {
  listApiKeys: {
    folder,
    role: 'viewer',
    absent,
    input: (_, { serviceId: id }) => ({ id, limit: 50 }),
    bad: { limit: 0 },
  },
  createApiKey: {
    folder,
    role: 'admin',
    absent,
    input: (_, { serviceId: id }) => ({ id, name: 'CI', scope: 'write' }),
    bad: { scope: 'all' },
    refusals: { 400: async (ask) => [await ask({ expiresAt: '2020-01-31T00:00:00Z' })] },
  },
  rotateApiKey: {
    folder,
    role: 'admin',
    absent,
    input: newKey,
    bad: { graceSeconds: -1 },
    refusals: { 422: async (ask, { world }) => [await ask(await revokedKey(world))] },
  },
  revokeApiKey: {
    folder,
    role: 'admin',
    absent,
    input: newKey,
    bad: { id: 'x' },
    refusals: { 422: async (ask, { world }) => [await ask(await revokedKey(world))] },
  },
}
