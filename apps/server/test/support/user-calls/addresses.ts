import { createAddress } from '@inlet/core'
import { absentId } from '../prepared-world.ts'
import type { UserCall, UserCalls } from './user-call.ts'

const ofUnused: Pick<UserCall, 'folder' | 'absent' | 'input' | 'bad'> = {
  folder: 'addresses-unused',
  absent: [{ id: absentId }],
  input: (_, { serviceId: id }) => ({ id }),
  bad: { cursor: 'x' },
}

/** How the operations of unused addresses are called. */
export const unusedAddressCalls: UserCalls = {
  countUnusedAddresses: { ...ofUnused, role: 'viewer' },
  deleteUnusedAddresses: {
    ...ofUnused,
    role: 'admin',
    async input({ deps }, { serviceId: id, domain }) {
      const operator = { kind: 'operator', name: 'tests', origin: { ip: null, requestId: 'tests' } } as const
      const { address } = await createAddress(deps, operator, { id, domainId: domain.id })
      const addresses = deps.db.collection<{ _id: string }>('addresses')
      await addresses.updateOne({ _id: address.id }, { $set: { owner: 'session' } })
      return { id }
    },
  },
}
