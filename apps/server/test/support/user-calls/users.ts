import { callAsDeletedUser, person } from '../people.ts'
import type { UserCalls } from './user-call.ts'

/** How the operations of the user who calls are called. */
export const ownUserCalls: UserCalls = {
  endLogins: {
    folder: 'me-logins',
    role: null,
    input: () => ({ confirm: 'everywhere' }),
    bad: { confirm: 'here' },
    absent: [],
    refusals: {
      async 404(ask, { world }) {
        const { token, accountId } = await person(world)
        return [await callAsDeletedUser(world, () => ask({}, { token }), accountId)]
      },
    },
  },
}
