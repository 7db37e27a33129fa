import { limits } from '@inlet/contract'
import { absentId } from '../prepared-world.ts'
import type { UserCalls } from './user-call.ts'

const ofService = { folder: 'services', absent: [{ id: absentId }] }

/** How the operations of services are called. */
export const serviceCalls: UserCalls = {
  listServices: { ...ofService, role: null, absent: [], input: () => ({ limit: 50 }), bad: { limit: 0 } },
  createService: {
    ...ofService,
    role: null,
    absent: [],
    input: () => ({ name: 'Shop' }),
    bad: { name: '' },
    // Of a world in which the operator has it off.
    refusals: { 403: async (ask) => [await ask()] },
  },
  readService: { ...ofService, role: 'viewer', input: (_, { serviceId: id }) => ({ id }), bad: { id: 'x' } },
  changeService: {
    ...ofService,
    role: 'admin',
    input: (world, { serviceId: id }) => ({ id, name: `Shop ${world.deps.newId()}` }),
    bad: { retentionDays: 0 },
    refusals: {
      413: async (ask) => [await ask({}, { rawBody: 'x'.repeat(limits.logoBodyMaxBytes + 1) })],
      422: async (ask) => [await ask({ accessLock: { enabled: true } }), await ask({ logo: 'data:,' })],
    },
  },
}
