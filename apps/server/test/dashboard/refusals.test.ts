import { setAccountDisabled } from '@inlet/core'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { askRest } from '../support/user-calls/ask.ts'
import { sharedUserWorld } from '../support/user-calls/shared-world.ts'
import type { Call } from '../support/world.ts'

const shared = sharedUserWorld()

test('input that breaks the schema is 400, and the answer says where', async () => {
  for (const { others, operationId } of shared().userOperations) {
    const answer = await others?.bad()

    expect(answer, operationId).toMatchError(400, 'BAD_REQUEST')
    expect(answer?.body.error.details[0], operationId).toEqual({
      path: expect.stringMatching(/./),
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/./),
    })
  }
})

test('a body that is no JSON object is 400, one of another media type 415, and an unknown parameter of a query is 400', async () => {
  const headers = { 'content-type': 'application/json' }

  for (const { good, operationId, described, newInput } of shared().userOperations) {
    if (described.takesBody) {
      for (const rawBody of ['{', '[]', '1', '"x"', '{"__proto__":{}}', '\u0000']) {
        expect(await good({ rawBody, headers }), `${operationId} ${rawBody}`).toMatchError(400, 'BAD_REQUEST')
      }
      const form = { rawBody: 'a=b', headers: { 'content-type': 'text/plain' } }
      expect(await good(form), operationId).toMatchError(415, 'UNSUPPORTED_MEDIA_TYPE')
      continue
    }
    // What takes no body in its place takes no parameter either, except in a query.
    if (described.method !== 'GET' && described.method !== 'DELETE') continue
    const { world, owner } = shared()
    const answer = await askRest(world, {
      operation: described,
      input: { ...(await newInput()), unknown: 'x' },
      token: owner,
    })
    expect(answer, operationId).toMatchError(400, 'BAD_REQUEST', 'unknown_parameter')
  }
})

test('a record that does not exist is 404', async () => {
  for (const { absentCalls, operationId } of shared().userOperations) {
    for (const absent of absentCalls) expect(await absent(), operationId).toMatchError(404, 'NOT_FOUND')
  }
})

test('without a credential, or with one that is not valid, a call is 401 before its input is looked at', async () => {
  const { world, userOperations } = shared()
  const { token } = await person(world)
  const closed = await person(world)
  await setAccountDisabled(world.deps, closed.accountId, true)
  world.clock.advance(1_000)
  const refused: [Call, 'missing_credentials' | 'invalid_api_key' | 'invalid_token' | 'token_expired'][] = [
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

  const expectRefused = async (how: Call, code: (typeof refused)[number][1]) => {
    for (const { good, others, operationId, described } of userOperations) {
      const answers = [await good(how), await others?.bad(how)]
      if (described.takesBody) {
        answers.push(await good({ ...how, rawBody: '{', headers: { 'content-type': 'no media type' } }))
      }
      for (const answer of answers) {
        expect(answer, `${operationId} ${code}`).toMatchError(401, 'UNAUTHORIZED', code)
        expect(answer?.headers['www-authenticate'], operationId).toMatch(/Bearer /)
      }
    }
  }
  for (const [how, code] of refused) await expectRefused(how, code)
  world.clock.advance(7_200_000)
  await expectRefused({ token }, 'token_expired')
})
