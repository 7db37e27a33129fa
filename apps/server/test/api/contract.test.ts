import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type DescribedOperation, operations, published } from '../support/contract-document.ts'
import { undescribed } from '../support/described-answer.ts'
import { operationCalls, startPreparedWorld } from '../support/prepared-world.ts'
import { sharedServer } from '../support/shared-server.ts'
import { userCalls } from '../support/user-calls/all-calls.ts'
import { prepareUserOperations } from '../support/user-calls/prepare.ts'
import { visitorCalls } from '../support/visitor-calls.ts'
import { type Answer, startWorld } from '../support/world.ts'
import { provocations } from './provoke.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

const statuses = [...new Set(operations.flatMap(({ responses }) => [...responses.keys()]))].sort((a, b) => a - b)

/** The errors that the contract's examples show for a status, without what differs each time. */
const shownErrors = (all: DescribedOperation[], status: number) =>
  all.flatMap(({ responses }) =>
    Object.values(responses.get(status)?.content?.examples ?? {}).flatMap(({ value }) => errorsOf(value)),
  )

/** What a body says of its error, as text; nothing where it is no error's. */
function errorsOf(body: unknown): string[] {
  const { error } = Object(body)
  if (error === undefined) return []
  const { requestId: _, ...said } = error
  return [JSON.stringify(said)]
}

test.each(statuses)(
  'every operation that declares %i can answer it, exactly as the contract describes it',
  async (status) => {
    const provocation = provocations[status]
    if (!provocation) throw new Error(`no provocation causes ${status}`)
    const prepared = await startPreparedWorld(provocation.settings)
    await using _ = prepared.world
    const userOperations = await prepareUserOperations(prepared)
    await provocation.before?.(prepared)
    const declaring = new Map(
      operations.filter(({ responses }) => responses.has(status)).map((each) => [each.operationId, each]),
    )

    const begun: Promise<Answer[]>[] = []
    for (const operation of [...userOperations, ...prepared.operations.values()]) {
      const { operationId } = operation
      const described = declaring.get(operationId)
      if (!described) continue
      const facts = { prepared, operation, described }
      const answers = (operation.provoke?.(status) ?? provocation.calls(facts)).then((all) => {
        expect(all, operationId).not.toHaveLength(0)
        for (const answer of all) {
          expect(answer.status, `${operationId}: ${answer.text}`).toBe(status)
          expect(undescribed(described, answer)).toEqual([])
          if (status >= 400) expect(answer.body.error.requestId).toBe(answer.headers['x-request-id'])
        }
        declaring.delete(operationId)
        return all
      })
      begun.push(answers)
      if (!provocation.isAtOnce) await answers
    }
    const met = (await Promise.all(begun)).flat().flatMap(({ body }) => errorsOf(body))

    expect([...declaring.keys()], `these declare ${status} and were not called: see support/user-calls/`).toEqual([])
    const unmet = new Set(shownErrors(operations, status).filter((error) => !met.includes(error)))
    expect([...unmet], `these errors are shown for ${status} and were never met`).toEqual([])
  },
)

test('the contract is served without a credential, as it is published except for the URL of the service', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', PUBLIC_URL: 'https://inlet.example/' } })

  for (const key of [null, 'x', world.keys.read]) {
    const { status, body } = await world.call('/v1/openapi.json', { key })
    expect(status).toBe(200)
    expect(body.servers).toEqual([{ url: 'https://inlet.example/v1', description: expect.any(String) }])
    expect({ ...body, servers: null }).toEqual({ ...published, servers: null })
  }
})

test('a client that has the contract already gets 304, and every answer says how long it may be kept', async () => {
  const world = await newWorld()
  const ask = (method: string, headers: Record<string, string>) =>
    world.call('/v1/openapi.json', { key: null, method, headers })

  const first = await ask('GET', {})
  const { etag = '' } = first.headers
  const head = await ask('HEAD', {})
  const again = await ask('GET', { 'if-none-match': `"other", W/${etag}` })
  const any = await ask('GET', { 'if-none-match': '*' })
  const other = await ask('GET', { 'if-none-match': '"other"' })

  expect(etag).toMatch(/^"[\w-]{43}"$/)
  expect(first.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'x-request-id': expect.any(String),
  })
  expect(first.body.servers[0].url).toBe(`${world.baseUrl}/v1`)
  expect(head).toMatchObject({ status: 200, text: '' })
  expect(head.headers).toMatchObject({ etag, 'content-length': first.headers['content-length'] })
  for (const unchanged of [again, any]) {
    expect(unchanged).toMatchObject({ status: 304, text: '' })
    expect(unchanged.headers).toMatchObject({ etag, 'cache-control': 'public, max-age=300' })
  }
  expect(other.text).toBe(first.text)
})

test('every operation has a folder of tests, with a file for its success and for each refusal of its own', () => {
  const sharedStatuses = [400, 401, 403, 404, 429]
  const expected = operations.flatMap(({ operationId, responses }) => {
    const filesIn = (start: string, statuses: number[]) =>
      statuses.filter((status) => responses.has(status)).map((status) => `${start}${status}.test.ts`)
    // What all operations for users refuse is tested in `dashboard/`; their folder is one of a noun, with what is their own.
    const ofUsers = userCalls[operationId]
    if (ofUsers) return [ofUsers.folder, ...filesIn('dashboard/', sharedStatuses)]
    const ofKeys = operationCalls[operationId]
    const { folder } = ofKeys ?? visitorCalls[operationId] ?? {}
    // One that names no record has no input that all of them have.
    const own = [200, 201, 204, 409, 422, ...(ofKeys && !ofKeys.names ? [400, 404] : [])]
    const shared = sharedStatuses.filter((status) => !own.includes(status))
    return [...filesIn(`${folder}/`, own), ...filesIn(ofKeys ? 'refusals/' : 'refusals/visitors-', shared)]
  })

  expect(expected.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([])
})
