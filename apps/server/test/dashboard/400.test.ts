import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { userCalls } from '../support/user-calls/all-calls.ts'
import { askRest } from '../support/user-calls/ask.ts'
import { sharedUserWorld } from '../support/user-calls/shared-world.ts'

const shared = sharedUserWorld()
const headers = { 'content-type': 'application/json' }

test.each(Object.keys(userCalls))('%s is 400 for input that breaks the schema, and says where', async (operationId) => {
  const { others } = shared().operation(operationId)

  const answer = await others?.bad()

  expect(answer).toMatchError(400, 'BAD_REQUEST')
  expect(answer?.body.error.details[0]).toEqual({
    path: expect.stringMatching(/./),
    code: expect.stringMatching(/^[a-z_]+$/),
    message: expect.stringMatching(/./),
  })
})

test.each(Object.keys(userCalls))(
  '%s is 400 for a body that is no JSON object and for an unknown parameter of a query, 415 for another media type',
  async (operationId) => {
    const { world, owner } = shared()
    const { good, described, newInput } = shared().operation(operationId)
    if (described.takesBody) {
      for (const rawBody of ['{', '[]', '1', '"x"', '{"__proto__":{}}', '\u0000']) {
        expect(await good({ rawBody, headers }), rawBody).toMatchError(400, 'BAD_REQUEST')
      }
      const form = { rawBody: 'a=b', headers: { 'content-type': 'text/plain' } }
      expect(await good(form)).toMatchError(415, 'UNSUPPORTED_MEDIA_TYPE')
    }
    if (described.method === 'GET' || described.method === 'DELETE') {
      const input = { ...(await newInput()), unknown: 'x' }
      const answer = await askRest(world, { operation: described, input, token: owner })
      expect(answer).toMatchError(400, 'BAD_REQUEST', 'unknown_parameter')
    }
  },
)
