import { describe, expect, test } from 'vitest'
import '../support/match-error.ts'
import { visitorHeadersOf } from '../support/visits.ts'
import { described, type VisitedWorld, visitedWorld, visitorOperations } from './visited-world.ts'

const startFor = visitedWorld()

// Input that breaks the schema.
describe.each(visitorOperations)('%s', (operationId) => {
  const visited = startFor(operationId)
  const { method, takesBody } = described(operationId)

  test('input that breaks the schema is 400, and the answer says where', async () => {
    const answer = await visited().operation.others?.bad()

    expect(answer).toMatchError(400, 'BAD_REQUEST')
    expect(answer?.body.error.details[0]).toEqual({
      path: expect.stringMatching(/./),
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/./),
    })
  })

  if (takesBody) {
    test.each(['{', '[]', '1', '"x"', '{"__proto__":{}}', '\u0000', '{"a":'])('the body %j is 400', async (rawBody) => {
      const headers = { 'content-type': 'application/json' }

      expect(await visited().operation.good({ rawBody, headers })).toMatchError(400, 'BAD_REQUEST')
    })
  } else {
    test('an unknown parameter is 400, and so is a password or a token in the query', async () => {
      const { world, visits } = visited()
      const path = pathOf(visited())

      for (const name of ['unknown', 'password', 'session', 'unlockToken', 'sessionToken']) {
        const target = `${path}${path.includes('?') ? '&' : '?'}${name}=x`
        const answer = await world.call(target, {
          key: null,
          method,
          headers: visitorHeadersOf({ session: visits.own.sessionToken }),
        })
        expect(answer, name).toMatchError(400, 'BAD_REQUEST', 'unknown_parameter')
      }
    })
  }
})

function pathOf({ visits, operation }: VisitedWorld): string {
  const { path } = described(operation.operationId)
  const filled = path
    .replace('{address}', visits.own.full)
    .replace('{messageId}', visits.messageId)
    .replace('/public/logos/{digest}', `/public${visits.logo}`)
  const query = {
    readUnlockStatus: `?host=${visits.own.hostname}&token=x`,
    readDomainInfo: `?host=${visits.own.hostname}`,
  }
  const domain = `?domain=${visits.own.hostname}`
  return `/v1${filled}${{ ...query, readPlatformDomainAllowed: domain }[operation.operationId] ?? ''}`
}
