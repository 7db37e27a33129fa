import { roleIncludes, roles } from '@inlet/contract'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { askRest } from '../support/user-calls/ask.ts'
import type { PreparedUserOperation } from '../support/user-calls/prepare.ts'
import { sharedUserWorld, type UserWorld } from '../support/user-calls/shared-world.ts'
import type { Call } from '../support/world.ts'

const shared = sharedUserWorld()

const auditCount = ({ world }: UserWorld) => world.deps.db.collection('auditLog').countDocuments()
const successOf = ({ described }: PreparedUserOperation) =>
  [...described.responses.keys()].find((status) => status < 300)

/** Calls an operation with an input that nobody has used. @returns the answer, and how many entries the audit log has more than before */
async function callAs({ world }: UserWorld, operation: PreparedUserOperation, how: Call) {
  const input = await operation.newInput()
  // The first call of an invited user makes them a member, which is recorded too.
  await world.call('/v1/me', how)
  const before = await auditCount(shared())
  const answer = await askRest(world, { operation: operation.described, input, ...how })
  return { answer, recorded: (await auditCount(shared())) - before }
}

test.each(roles)(
  'the role %s may call what needs it or a smaller one; the rest is 403, and only changes that were made are recorded',
  async (role) => {
    const { token } = await person(shared().world, { role })

    for (const operation of shared().userOperations) {
      const { answer, recorded } = await callAs(shared(), operation, { token })

      const isServed = operation.role === null || roleIncludes(role, operation.role)
      if (isServed) expect(answer.status, `${operation.operationId}: ${answer.text}`).toBe(successOf(operation))
      else expect(answer, operation.operationId).toMatchError(403, 'FORBIDDEN', 'insufficient_role')
      const isChange = isServed && operation.method !== 'GET'
      expect(recorded > 0, `${operation.operationId} is recorded`).toBe(isChange)
    }
  },
)

test("another service's records are 404 to its owner and to a member of nothing, and nothing is changed", async () => {
  const { world, userOperations, strangerOwner } = shared()
  const { token: memberOfNothing } = await person(world)

  for (const operation of userOperations.filter(({ role }) => role !== null)) {
    for (const token of [strangerOwner, memberOfNothing]) {
      const { answer, recorded } = await callAs(shared(), operation, { token })
      expect(answer, operation.operationId).toMatchError(404, 'NOT_FOUND')
      expect(recorded).toBe(0)
    }
  }
})

test('an API key of any scope is 403, whatever is asked for and whatever token comes with it, and nothing is changed', async () => {
  const { world, userOperations, owner } = shared()

  for (const operation of userOperations) {
    for (const key of Object.values(world.keys)) {
      const { answer, recorded } = await callAs(shared(), operation, { key, token: owner })
      expect(answer, operation.operationId).toMatchError(403, 'FORBIDDEN', 'api_key_not_allowed')
      expect(recorded).toBe(0)
      expect(await operation.others?.bad({ key })).toMatchError(403, 'FORBIDDEN', 'api_key_not_allowed')
    }
  }
})
