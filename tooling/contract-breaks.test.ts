import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Contract, contractBreaks, type Operation, readContract } from './contract-breaks.ts'

const json = (properties: Record<string, { type: string }>) => ({
  'application/json': { schema: { type: 'object', properties, required: Object.keys(properties) } },
})

const usual: Operation = {
  operationId: 'changeThing',
  security: [{ apiKey: [] }, { accessToken: [] }],
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 26 } }],
  requestBody: { required: false, content: json({}) },
  responses: {
    200: {
      headers: { 'X-Id': { required: true, schema: { type: 'string' } } },
      content: json({ id: { type: 'string' } }),
    },
    409: {},
  },
}

/** A contract with one operation: the usual one with `changes`. */
const contractOf = (changes: Partial<Operation> = {}): Contract => ({
  paths: { '/things/{id}': { patch: { ...usual, ...changes } } },
})

const query = { name: 'q', in: 'query', schema: { type: 'string' } }

test.each<{ what: string; was?: Partial<Operation>; is: Partial<Operation>; breaks: string[] }>([
  { what: 'another name', is: { operationId: 'editThing' }, breaks: ['its name is editThing now'] },
  {
    what: 'a credential that is no longer taken',
    is: { security: [{ accessToken: [] }] },
    breaks: ['no longer takes the credential ["apiKey"]'],
  },
  {
    what: 'a credential where none was asked for',
    was: { security: [] },
    is: {},
    breaks: ['now asks for a credential'],
  },
  { what: 'a parameter that is gone', is: { parameters: [] }, breaks: ['path id: no longer there'] },
  {
    what: 'a parameter that must be sent now',
    was: { parameters: [query] },
    is: { parameters: [{ ...query, required: true }] },
    breaks: ['query q: must now be sent'],
  },
  {
    what: 'a new parameter that must be sent',
    is: { parameters: [...usual.parameters, { ...query, required: true }] },
    breaks: ['query q: must now be sent'],
  },
  {
    what: 'a parameter that takes less',
    is: { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 20 } }] },
    breaks: ['path id: the whole: maxLength was 26 and is 20'],
  },
  { what: 'a body that is gone', is: { requestBody: undefined }, breaks: ['body: no longer there'] },
  {
    what: 'a body that must be sent now',
    is: { requestBody: { required: true, content: json({}) } },
    breaks: ['body: must now be sent'],
  },
  {
    what: 'a new body that must be sent',
    was: { requestBody: undefined },
    is: { requestBody: { required: true, content: json({}) } },
    breaks: ['body: must now be sent'],
  },
  {
    what: 'a field of the body that must be sent',
    is: { requestBody: { content: json({ name: { type: 'string' } }) } },
    breaks: ['body: name: must now be sent'],
  },
  {
    what: 'statuses that are gone, and a success that is new',
    is: { responses: { 202: {} } },
    breaks: ['response 200: no longer there', 'response 409: no longer there', 'response 202: new'],
  },
  {
    what: 'an answer without what it had',
    is: { responses: { 200: { content: json({}) }, 409: {} } },
    breaks: ['response 200: X-Id: no longer there', 'response 200: id: no longer there'],
  },
  {
    what: 'a header that may be left out',
    is: {
      responses: {
        200: { headers: { 'X-Id': { schema: { type: 'string' } } }, content: json({ id: { type: 'string' } }) },
        409: {},
      },
    },
    breaks: ['response 200: X-Id: may now be left out'],
  },
  {
    what: 'a body of another type',
    is: {
      responses: {
        200: { headers: usual.responses[200]?.headers, content: { 'text/plain': { schema: {} } } },
        409: {},
      },
    },
    breaks: ['response 200: application/json: no longer there'],
  },
])('$what breaks clients', ({ was, is, breaks }) => {
  expect(contractBreaks(contractOf(was), contractOf(is))).toEqual(breaks.map((what) => `changeThing: ${what}`))
})

test('an operation that is gone breaks clients, by its path or by its verb', () => {
  const others: Contract['paths'][] = [{}, { '/things/{id}': {} }, { '/things/{id}': { put: usual } }]

  for (const paths of others) {
    expect(contractBreaks(contractOf(), { paths })).toEqual(['changeThing: no longer there'])
  }
})

test.each<{ what: string; was?: Partial<Operation>; is: Partial<Operation> }>([
  { what: 'nothing', is: {} },
  { what: 'another credential beside the others', is: { security: [...usual.security, { session: [] }] } },
  { what: 'no credential asked for any more', is: { security: [] } },
  { what: 'a new parameter that may be left out', is: { parameters: [...usual.parameters, query] } },
  {
    what: 'a parameter that takes more',
    is: { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] },
  },
  { what: 'a new refusal', is: { responses: { ...usual.responses, 402: {} } } },
  {
    what: 'a new field in an answer, and a new header',
    is: {
      responses: {
        200: {
          headers: { ...usual.responses[200]?.headers, 'X-New': { schema: {} } },
          content: json({ id: { type: 'string' }, name: { type: 'string' } }),
        },
        409: {},
      },
    },
  },
])('$what breaks no client', ({ was, is }) => {
  expect(contractBreaks(contractOf(was), contractOf(is))).toEqual([])
})

test('references are resolved, also one behind another, and a reference to nothing is refused', () => {
  const text = (components: object) =>
    JSON.stringify({
      paths: { '/a': { get: { responses: { 200: { $ref: '#/components/responses/A' } } } } },
      components,
    })
  const whole = {
    responses: { A: { content: { x: { schema: { $ref: '#/components/schemas/B' } } } } },
    schemas: { B: { type: 'string' } },
  }

  expect(readContract(text(whole)).paths['/a']?.get?.responses).toEqual({
    200: { content: { x: { schema: { type: 'string' } } } },
  })
  expect(() => readContract(text({ responses: {} }))).toThrow('there is nothing at #/components/responses/A')
})

test('the published contract can be read and, compared with itself, breaks no client', () => {
  const contract = readContract(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'))

  expect(Object.keys(contract.paths).length).toBeGreaterThan(3)
  expect(contractBreaks(contract, contract)).toEqual([])
})
