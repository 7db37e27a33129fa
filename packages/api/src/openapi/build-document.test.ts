import { schemaErrors } from '@inlet/testkit/schema-errors'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { userProcedure } from '../access/procedures.ts'
import { t } from '../procedure/trpc.ts'
import { appRouter } from '../router.ts'
import { buildDocument, servedAt } from './build-document.ts'
import { type Response, resolve } from './document.ts'

const golden = new URL('../../../../docs/openapi.json', import.meta.url).pathname
const document = servedAt(buildDocument(appRouter), 'http://127.0.0.1:8080')

test('docs/openapi.json is the document that is served; `npm run contract:write` updates it', async () => {
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(golden)
})

test('every procedure is in the document once, by its own name', () => {
  const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const names = described.map(({ operationId }) => operationId)

  expect(names.sort()).toEqual(
    Object.keys(appRouter._def.procedures)
      .map((path) => path.split('.').at(-1))
      .sort(),
  )
})

test('every example fits its schema, and every request, response, parameter and header has one', () => {
  const errorsOf = schemaErrors({ schemas: document.components.schemas, isClosed: true })
  const checked: string[] = []
  const check = (where: string, schema: object, value: unknown) => {
    expect(errorsOf(schema, value), where).toBeNull()
    checked.push(where)
  }
  const checkContent = (where: string, content: Response['content']) => {
    for (const [type, { schema, examples }] of Object.entries(content ?? {})) {
      expect(Object.keys(examples), where).not.toHaveLength(0)
      for (const [name, { value }] of Object.entries(examples)) check(`${where} ${type} ${name}`, schema, value)
    }
  }

  for (const methods of Object.values(document.paths)) {
    for (const { operationId, parameters, requestBody, responses } of Object.values(methods)) {
      for (const each of parameters) {
        const { name, schema, example } = resolve(document.components.parameters, each)
        check(`${operationId} ${name}`, schema, example)
      }
      checkContent(`${operationId} request`, requestBody?.content)
      for (const [status, each] of Object.entries(responses)) {
        const response = resolve(document.components.responses, each)
        checkContent(`${operationId} ${status}`, response.content)
        for (const [name, header] of Object.entries(response.headers)) {
          const { schema, example } = resolve(document.components.headers, header)
          check(`${operationId} ${status} ${name}`, schema, example)
        }
      }
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    for (const value of schema.examples ?? []) check(name, schema, value)
  }
  expect(checked.length).toBeGreaterThan(300)
})

test('a client that is made from the document compiles and reads JSON: no text ends its comments, and JSON is the first type', () => {
  const types = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses))
    .map((each) => Object.keys(resolve(document.components.responses, each).content ?? {}))
    .filter((each) => each.includes('application/json'))

  expect(JSON.stringify(document)).not.toContain('*/')
  // openapi-generator writes them as texts into Java.
  expect(JSON.stringify(document.components.schemas)).not.toMatch(/"const":(true|false)/)
  expect(types.length).toBeGreaterThan(50)
  expect(types.filter(([first]) => first !== 'application/json')).toEqual([])
})

const described = { method: 'GET', path: '/things', operationId: 'listThings', summary: 'Things' } as const

test.each([
  { what: 'a description', openapi: { ...described, tags: ['Things'] }, output: z.void() },
  { what: 'a tag', openapi: { ...described, description: 'All of them.' }, output: z.void() },
  {
    what: 'an example',
    openapi: { ...described, tags: ['Things'], description: 'All of them.' },
    output: z.object({ name: z.string() }),
  },
])('an operation without $what keeps the document from being built', ({ openapi, output }) => {
  const listThings = userProcedure
    .meta({ openapi })
    .output(output)
    .query(() => undefined)

  expect(() => buildDocument(t.router({ listThings }))).toThrow()
})
