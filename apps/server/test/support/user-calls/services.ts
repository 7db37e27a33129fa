import { limits } from '@inlet/contract'
import { insertService, refreshSubscription, rememberCustomer } from '@inlet/core'
import { absentId } from '../prepared-world.ts'
import type { Tenant, World } from '../world.ts'
import type { UserCalls } from './user-call.ts'

const ofService = { folder: 'services', absent: [{ id: absentId }] }

/** Makes the members of the tenant's service, and who is invited to it, those of another too, in the same roles. An invitation keeps no place. */
async function copyMembers({ deps }: World, { serviceId }: Tenant, to: string): Promise<void> {
  const members = deps.db.collection<{ _id: string; serviceId: string }>('members')
  const found = await members.find({ serviceId }, { projection: { place: 0 } }).toArray()
  const copies = found.map((member) => ({ ...member, _id: deps.newId(), serviceId: to }))
  if (copies.length > 0) await members.insertMany(copies)
}

/** A service with a subscription, and what would confirm its deletion. */
async function paidService(world: World, tenant: Tenant): Promise<{ id: string; confirm: string }> {
  const { deps } = world
  const { _id: id, name } = await insertService(deps, { name: 'Paid' })
  await copyMembers(world, tenant, id)
  const customerId = await rememberCustomer(deps, id, `cus_${id}`)
  const period = { start: deps.clock.now(), end: deps.clock.now() }
  const subscription = { id: 'sub_1', status: 'past_due', period, cancelsAtEnd: false, plan: null } as const
  await refreshSubscription(deps, customerId, async () => subscription)
  return { id, confirm: name }
}

/** How the operations of services are called. */
export const serviceCalls: UserCalls = {
  listServices: { ...ofService, role: null, absent: [], input: () => ({ limit: 50 }), bad: { limit: 0 } },
  createService: {
    ...ofService,
    role: null,
    absent: [],
    input: () => ({ name: 'Shop' }),
    bad: { name: '' },
    refusals: {
      402: async (ask) => [await ask({ retentionDays: 30 })],
      // Of a world in which the operator has it off.
      403: async (ask) => [await ask()],
      // Of a world in which a user makes one.
      async 422(ask) {
        await ask()
        return [await ask()]
      },
    },
  },
  readService: { ...ofService, role: 'viewer', input: (_, { serviceId: id }) => ({ id }), bad: { id: 'x' } },
  changeService: {
    ...ofService,
    role: 'admin',
    input: (world, { serviceId: id }) => ({ id, name: `Shop ${world.deps.newId()}` }),
    bad: { retentionDays: 0 },
    refusals: {
      402: async (ask) => [await ask({ retentionDays: 30 })],
      413: async (ask) => [await ask({}, { rawBody: 'x'.repeat(limits.logoBodyMaxBytes + 1) })],
      422: async (ask) => [await ask({ accessLock: { enabled: true } }), await ask({ logo: 'data:,' })],
    },
  },
  deleteService: {
    ...ofService,
    role: 'owner',
    async input(world, tenant) {
      const { _id: id, name } = await insertService(world.deps, { name: `Gone ${world.deps.newId()}` })
      await copyMembers(world, tenant, id)
      return { id, confirm: name }
    },
    bad: { id: 'x' },
    refusals: {
      409: async (ask, { world }) => [await ask(await paidService(world, world.tenant))],
      422: async (ask) => [await ask({ confirm: 'Another' })],
    },
  },
}
