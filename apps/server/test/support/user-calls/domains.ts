import { insertDomain } from '@inlet/core'
import { claimWithRecords, newHost } from '../domain-records.ts'
import { absentId } from '../prepared-world.ts'
import type { UserCalls } from './user-call.ts'

const ofDomain = { folder: 'domains', absent: [{ id: absentId }] }

/** How the operations of domains are called. */
export const domainCalls: UserCalls = {
  listDomains: {
    ...ofDomain,
    role: 'viewer',
    input: (_, { serviceId: id }) => ({ id, limit: 50 }),
    bad: { limit: 0 },
  },
  createDomain: {
    ...ofDomain,
    role: 'admin',
    input: (world, { serviceId: id }) => ({ id, hostname: newHost(world) }),
    bad: { hostname: '127.0.0.1' },
    refusals: {
      400: async (ask) => [await ask({ hostname: '*.co.uk' })],
      409: async (ask, { world }) => [await ask({ hostname: world.tenant.domain.hostname })],
    },
  },
  readDomain: { ...ofDomain, role: 'viewer', input: (_, { domain: { id } }) => ({ id }), bad: { id: 'x' } },
  changeDomain: {
    ...ofDomain,
    role: 'admin',
    async input(world, { serviceId }) {
      const { _id: id } = await insertDomain(world.deps, { serviceId, hostname: newHost(world), state: 'verified' })
      return { id, publicInbox: true }
    },
    bad: { publicInbox: 'yes' },
  },
  verifyDomain: {
    ...ofDomain,
    role: 'admin',
    input: async (world, tenant) => ({ id: (await claimWithRecords(world, tenant))._id }),
    bad: { id: 'x' },
    refusals: {
      async 409(ask, { world }) {
        const { _id: id, hostname } = await claimWithRecords(world, world.tenant)
        await insertDomain(world.deps, { serviceId: world.stranger.serviceId, hostname, state: 'verified' })
        return [await ask({ id })]
      },
      async 422(ask, { world }) {
        const lost = { serviceId: world.tenant.serviceId, hostname: newHost(world), state: 'lost' } as const
        return [await ask({ id: (await insertDomain(world.deps, lost))._id })]
      },
    },
  },
  removeDomain: {
    ...ofDomain,
    role: 'admin',
    async input(world, { serviceId }) {
      const hostname = newHost(world)
      const { _id: id } = await insertDomain(world.deps, { serviceId, hostname, state: 'verified' })
      return { id, confirm: hostname }
    },
    bad: { id: 'x' },
    refusals: { 422: async (ask) => [await ask({ confirm: 'other.example' })] },
  },
}
