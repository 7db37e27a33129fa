import { roleIncludes, roles } from '@inlet/contract'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { userCalls } from '../support/user-calls/all-calls.ts'
import { sharedUserWorld } from '../support/user-calls/shared-world.ts'
import { callAs } from './call-as.ts'

const shared = sharedUserWorld()

const operationIds = Object.keys(userCalls)

test.each(operationIds)(
  '%s serves members of its role and above, smaller roles are 403, and only a change that was made is recorded',
  async (operationId) => {
    const { described, role: needed } = shared().operation(operationId)
    const success = [...described.responses.keys()].find((status) => status < 300)

    for (const role of roles) {
      const { token } = await person(shared().world, { role })
      const { answer, recorded } = await callAs(shared(), operationId, { token })

      const isServed = needed === null || roleIncludes(role, needed)
      if (isServed) expect(answer.status, `${role}: ${answer.text}`).toBe(success)
      else expect(answer, role).toMatchError(403, 'FORBIDDEN', 'insufficient_role')
      expect(recorded > 0, `is recorded for ${role}`).toBe(isServed && described.method !== 'GET')
    }
  },
)

test.each(operationIds)(
  '%s is 403 for an API key of any scope, whatever is asked for and whatever token comes with it, and changes nothing',
  async (operationId) => {
    const { world, owner } = shared()
    const { others } = shared().operation(operationId)

    for (const key of Object.values(world.keys)) {
      const { answer, recorded } = await callAs(shared(), operationId, { key, token: owner })
      expect(answer).toMatchError(403, 'FORBIDDEN', 'api_key_not_allowed')
      expect(recorded).toBe(0)
      expect(await others?.bad({ key })).toMatchError(403, 'FORBIDDEN', 'api_key_not_allowed')
    }
  },
)
