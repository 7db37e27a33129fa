import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { plainMail, startWorld } from '../support/world.ts'

test('an error of the server is 500 without its message; the log has it with the same request id', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  await world.send(plainMail(), fullAddress)
  await world.deps.db.collection('messages').updateMany({}, { $unset: { receivedAt: '' } })

  const answer = await world.inbox(fullAddress)

  expect(answer).toMatchError(500, 'INTERNAL_SERVER_ERROR')
  expect(Object.keys(answer.body.error).sort()).toEqual(['code', 'message', 'requestId'])
  expect(answer.text).not.toMatch(/\bat |TypeError|toISOString|undefined|\.ts/)
  const error = world.lines.find((line) => line.includes(answer.body.error.requestId) && line.includes('toISOString'))
  expect(error).toBeDefined()
})

test('without its database every endpoint answers 503 with Retry-After', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const { fullAddress } = await world.address('code')
  await world.deps.db.client.close()

  const answers = [
    await world.addresses(),
    await world.create(),
    await world.create({}, { headers: { 'idempotency-key': 'one' } }),
    await world.inbox(fullAddress),
    await world.inbox(fullAddress, '?waitSeconds=1'),
    await world.call('/v1/messages/01JD3Q7Z5V8XK2M4N6P8R0T2W4'),
  ]

  for (const answer of answers) {
    expect(answer).toMatchError(503, 'SERVICE_UNAVAILABLE')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.text).not.toMatch(/mongo/i)
  }
})
