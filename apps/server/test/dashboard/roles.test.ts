import { roleIncludes, roles } from '@inlet/contract'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { userCalls } from '../support/user-calls/all-calls.ts'
import { askRest } from '../support/user-calls/ask.ts'
import { sharedUserWorld } from '../support/user-calls/shared-world.ts'
import type { Call } from '../support/world.ts'

const shared = sharedUserWorld()

/** Calls an operation with an input that nobody has used. @returns the answer, and how many entries the audit log has more than before */
async function callAs(operationId: string, how: Call) {
  const { world } = shared()
  const { described, newInput } = shared().operation(operationId)
  const input = await newInput()
  // The first call of an invited user makes them a member, which is recorded too.
  await world.call('/v1/me', how)
  const entries = world.deps.db.collection('auditLog')
  const before = await entries.countDocuments()
  const answer = await askRest(world, { operation: described, input, ...how })
  return { answer, recorded: (await entries.countDocuments()) - before }
}

const operationIds = Object.keys(userCalls)

test.each(operationIds)(
  '%s serves members of its role and above, smaller roles are 403, and only a change that was made is recorded',
  async (operationId) => {
    const { described, role: needed } = shared().operation(operationId)
    const success = [...described.responses.keys()].find((status) => status < 300)

    for (const role of roles) {
      const { token } = await person(shared().world, { role })
      const { answer, recorded } = await callAs(operationId, { token })

      const isServed = needed === null || roleIncludes(role, needed)
      if (isServed) expect(answer.status, `${role}: ${answer.text}`).toBe(success)
      else expect(answer, role).toMatchError(403, 'FORBIDDEN', 'insufficient_role')
      expect(recorded > 0, `is recorded for ${role}`).toBe(isServed && described.method !== 'GET')
    }
  },
)

test.each(operationIds.filter((operationId) => userCalls[operationId]?.role !== null))(
  "%s is 404 for another service's records, to an owner of another service and to a member of nothing, and changes nothing",
  async (operationId) => {
    const { world, strangerOwner } = shared()

    for (const token of [strangerOwner, (await person(world)).token]) {
      const { answer, recorded } = await callAs(operationId, { token })
      expect(answer).toMatchError(404, 'NOT_FOUND')
      expect(recorded).toBe(0)
    }
  },
)

test.each(operationIds)(
  '%s is 403 for an API key of any scope, whatever is asked for and whatever token comes with it, and changes nothing',
  async (operationId) => {
    const { world, owner } = shared()
    const { others } = shared().operation(operationId)

    for (const key of Object.values(world.keys)) {
      const { answer, recorded } = await callAs(operationId, { key, token: owner })
      expect(answer).toMatchError(403, 'FORBIDDEN', 'api_key_not_allowed')
      expect(recorded).toBe(0)
      expect(await others?.bad({ key })).toMatchError(403, 'FORBIDDEN', 'api_key_not_allowed')
    }
  },
)
