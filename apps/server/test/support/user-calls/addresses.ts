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
  deleteUnusedAddresses: { ...ofUnused, role: 'admin' },
}
