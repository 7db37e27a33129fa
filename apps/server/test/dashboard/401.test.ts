import type { DetailCode } from '@inlet/contract'
import { setAccountDisabled } from '@inlet/core'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { userCalls } from '../support/user-calls/all-calls.ts'
import { sharedUserWorld } from '../support/user-calls/shared-world.ts'
import type { Call } from '../support/world.ts'

const shared = sharedUserWorld()

test.each(Object.keys(userCalls))(
  '%s is 401 without a credential, or with one that is not valid, before its input is looked at',
  async (operationId) => {
    const { world } = shared()
    const { good, others, described } = shared().operation(operationId)
    const { token } = await person(world)
    const closed = await person(world)
    await setAccountDisabled(world.deps, closed.accountId, true)
    world.elapse(1_000)
    const refused: [Call, DetailCode][] = [
      [{ key: null }, 'missing_credentials'],
      [{ key: '' }, 'invalid_api_key'],
      [{ key: 'x', token }, 'invalid_api_key'],
      [{ key: world.keys.admin.slice(0, -1) }, 'invalid_api_key'],
      [{ token: '' }, 'invalid_token'],
      [{ token: `${token}x` }, 'invalid_token'],
      [{ token: `${token},${token}` }, 'invalid_token'],
      [{ token: world.keys.admin }, 'invalid_token'],
      [{ token: closed.token }, 'invalid_token'],
    ]
    const expectRefused = async (how: Call, code: DetailCode) => {
      const notJson = { ...how, rawBody: '{', headers: { 'content-type': 'no media type' } }
      const answers = [await good(how), await others?.bad(how), ...(described.takesBody ? [await good(notJson)] : [])]
      for (const answer of answers) {
        expect(answer, code).toMatchError(401, 'UNAUTHORIZED', code)
        expect(answer?.headers['www-authenticate']).toMatch(/Bearer /)
      }
    }

    for (const [how, code] of refused) await expectRefused(how, code)
    world.clock.advance(7_200_000)
    await expectRefused({ token }, 'token_expired')
  },
)
