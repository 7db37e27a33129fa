import { expect, test } from 'vitest'
import { operationOf, undescribed } from './described-answer.ts'

const requestId = '01JD3QAE7W2Y4A6C8E0G2J4M6P'
const good = {
  status: 200,
  headers: { 'x-request-id': requestId, 'content-type': 'application/json; charset=utf-8' },
  body: { data: { id: requestId, email: null, name: 'Ada', services: [] } },
  text: '…',
}

function errorsOf(changes: Partial<Omit<typeof good, 'body'> & { body: unknown }>): string[] {
  const operation = operationOf('GET', '/v1/me?any=thing')
  if (!operation) throw new Error('no such operation')
  return undescribed(operation, { ...good, ...changes })
}

test('an answer that follows the contract has no error', () => {
  expect(errorsOf({})).toEqual([])
})

test.each([
  { what: 'a status', changes: { status: 418 }, error: /status 418 is not declared/ },
  { what: 'a header', changes: { headers: { ...good.headers, 'x-secret': 'a' } }, error: /x-secret is not declared/ },
  {
    what: 'a field',
    changes: { body: { data: { ...good.body.data, passwordHash: 'a' } } },
    error: /must NOT have additional properties/,
  },
  {
    what: 'a media type',
    changes: { headers: { ...good.headers, 'content-type': 'text/html' } },
    error: /text\/html is not declared/,
  },
])('an answer with $what that the contract does not know is found', ({ changes, error }) => {
  expect(errorsOf(changes)).toEqual([expect.stringMatching(error)])
})

test.each([
  {
    what: 'a header',
    changes: { headers: { 'content-type': 'application/json', 'x-request-id': '' } },
    error: /x-request-id: .*must match pattern/,
  },
  {
    what: 'a field',
    changes: { body: { data: { ...good.body.data, id: 'x' } } },
    error: /must match pattern/,
  },
])('an answer with $what of another shape than the contract says is found', ({ changes, error }) => {
  expect(errorsOf(changes)).toEqual([expect.stringMatching(error)])
})

test('a refusal with a detail code that the contract does not show is an error, one that it shows is none', () => {
  const refusal = (code: string) => ({
    status: 403,
    body: { error: { code: 'FORBIDDEN', message: 'No', requestId, details: [{ path: '', code, message: 'No' }] } },
  })

  expect(errorsOf(refusal('api_key_not_allowed'))).toEqual([])
  expect(errorsOf(refusal('wrong_moon'))).toEqual(['readMe 403: the code wrong_moon of a detail is not shown'])
})

test('an answer without a header that every answer must have is an error', () => {
  const { 'x-request-id': _, ...headers } = good.headers

  expect(errorsOf({ headers: { ...headers, 'x-request-id': requestId } })).toEqual([])
  const operation = operationOf('GET', '/v1/me')
  expect(operation && undescribed(operation, { ...good, headers })).toEqual([
    'readMe 200: the header x-request-id is missing',
  ])
})

test('a path or a verb that the contract does not have belongs to no operation', () => {
  for (const [method, path] of [
    ['PUT', '/v1/me'],
    ['GET', '/v1/nothing'],
    ['GET', '/v1/messages/a/b'],
    ['GET', '/me'],
  ] as const) {
    expect(operationOf(method, path), `${method} ${path}`).toBeNull()
  }
})
