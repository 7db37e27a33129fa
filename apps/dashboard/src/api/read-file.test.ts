import { expect, test } from 'vitest'
import { errorText, isPassing, toCallError } from './call-error.ts'
import { fileReader } from './read-file.ts'

const root = new URL('https://inlet.example/in/')
const reading = (answer: Response, path = '/messages/1/raw') => fileReader(async () => answer, root)(path)
const errorOfReading = (answer: Response) =>
  reading(answer).then(
    () => expect.unreachable('a file was read'),
    (error: unknown) => error,
  )

test('a file is read below the path of the installation, with the headers that were asked for', async () => {
  const asked: unknown[] = []
  const readFile = fileReader(async (url, init) => {
    asked.push(url, init)
    return new Response('line')
  }, root)

  const file = await readFile('/services/1/audit-log', { accept: 'application/x-ndjson' })

  expect(await file.text()).toBe('line')
  const init = { headers: { accept: 'application/x-ndjson' } }
  expect(asked).toEqual(['https://inlet.example/in/v1/services/1/audit-log', init])
})

test('a refusal of a file has the code, the words, the details and the request id of the API', async () => {
  const details = [{ path: 'id', code: 'insufficient_role', message: 'This needs the role admin' }]
  const error = { code: 'FORBIDDEN', message: 'This needs the role admin', requestId: 'r1', details }

  const thrown = await errorOfReading(Response.json({ error }, { status: 403, headers: { 'retry-after': '7' } }))

  expect(toCallError(thrown)).toEqual({
    code: 'FORBIDDEN',
    detail: 'insufficient_role',
    message: 'This needs the role admin',
    requestId: 'r1',
    retryAfterSeconds: 7,
    details,
  })
  expect([errorText(thrown), isPassing(toCallError(thrown))]).toEqual(['This needs the role admin.', false])
})

test('an answer that is none of the API, as of a proxy, is an unreachable server', async () => {
  const answers = [
    new Response('<html>', { status: 502 }),
    Response.json({ error: { code: 'NEW', message: 'x' } }, { status: 500 }),
    Response.json(null, { status: 500 }),
  ]
  for (const answer of answers) expect(toCallError(await errorOfReading(answer))).toMatchObject({ code: 'UNREACHABLE' })
})
