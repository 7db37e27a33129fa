import { expect, test } from 'vitest'
import { person } from '../support/people.ts'
import { userCalls } from '../support/user-calls/all-calls.ts'
import { askRest, askRpc } from '../support/user-calls/ask.ts'
import { sharedUserWorld } from '../support/user-calls/shared-world.ts'
import type { Answer, Call } from '../support/world.ts'

const shared = sharedUserWorld()

/** What came of a call over REST: the error without its request id, or the result. */
function restOutcome({ status, headers, body }: Answer): unknown {
  if (status < 300) return { result: comparable(body ?? null) }
  const { requestId, ...error } = body.error
  expect(requestId).toBe(headers['x-request-id'])
  return { status, error }
}

/** The same of a call over `/trpc`. */
function rpcOutcome({ body, text }: Answer): unknown {
  if (body.result) return { result: comparable(body.result.data ?? null) }
  expect(body.error, text).toBeTruthy()
  const { httpStatus: status, requestId, ...data } = body.error.data
  expect(requestId).toMatch(/^[0-9A-Z]{26}$/)
  return { status, error: { ...data, message: body.error.message } }
}

const madeByUs =
  /^(?:(?:msg_)?[0-9A-HJKMNP-TV-Z]{26}|\d{4}-\d\d-\d\dT.*Z|inlet_(?:live|test)_\w{36}|whsec_.*|inlet-verification=[0-9a-f]{40})$/

/** Ids, times, names and secrets of two creations are different, and what a deletion leaves to the next; everything else is not. */
function comparable(value: unknown): unknown {
  const differ = ['name', 'email', 'hostname', 'lastFour', 'cursor', 'host', 'value', 'payload']
  return JSON.parse(JSON.stringify(value), (key, each) => {
    if (key === 'deletedCount') return 'number'
    const isText = typeof each === 'string'
    return isText && (differ.includes(key) || madeByUs.test(each)) ? 'text' : each
  })
}

// A file is no JSON, and so is not on the typed path.
const onBoth = Object.keys(userCalls).filter((operationId) => !userCalls[operationId]?.isFile)

test.each(onBoth)(
  '%s answers and refuses over /trpc as over REST: result, code, message, details, status, order of checks',
  async (operationId) => {
    const { world, owner, viewer, strangerOwner } = shared()
    const { described: operation, newInput, call } = shared().operation(operationId)
    const credentials: Record<string, Call> = {
      'no credential': { key: null },
      'a token that is none': { token: 'x' },
      'an API key beside a token': { key: world.keys.admin, token: owner },
      'a viewer': { token: viewer },
      'an admin': { token: (await person(world, { role: 'admin' })).token },
      'an owner': { token: owner },
      'a stranger': { token: strangerOwner },
    }

    for (const [who, how] of Object.entries(credentials)) {
      for (const changes of [{}, call.bad, ...call.absent]) {
        // What both answer depends on what is there: nothing else is made between the two.
        const [one, other] = [
          { ...(await newInput()), ...changes },
          { ...(await newInput()), ...changes },
        ]
        const overRest = restOutcome(await askRest(world, { operation, input: one, ...how }))
        const overRpc = rpcOutcome(await askRpc(world, { operation, input: other, ...how }))
        expect(overRpc, `${who}, ${JSON.stringify(changes)}`).toEqual(overRest)
      }
    }
  },
)
