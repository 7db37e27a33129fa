import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { userCalls } from '../support/user-calls/all-calls.ts'
import { sharedUserWorld } from '../support/user-calls/shared-world.ts'
import { callAs } from './call-as.ts'

const shared = sharedUserWorld()

const operationIds = Object.keys(userCalls)

test.each(operationIds.filter((operationId) => userCalls[operationId]?.absent.length !== 0))(
  '%s is 404 for a record that does not exist',
  async (operationId) => {
    const { absentCalls } = shared().operation(operationId)

    for (const absent of absentCalls) expect(await absent()).toMatchError(404, 'NOT_FOUND')
  },
)

test.each(operationIds.filter((operationId) => userCalls[operationId]?.role !== null))(
  "%s is 404 for another service's records, to an owner of another service and to a member of nothing, and changes nothing",
  async (operationId) => {
    const { world, strangerOwner } = shared()

    for (const token of [strangerOwner, (await person(world)).token]) {
      const { answer, recorded } = await callAs(shared(), operationId, { token })
      expect(answer).toMatchError(404, 'NOT_FOUND')
      expect(recorded).toBe(0)
    }
  },
)
