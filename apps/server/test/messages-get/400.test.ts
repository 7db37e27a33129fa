import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

test('an id that is no ULID is 400 for a caller who may read', async () => {
  const world = await newWorld()

  for (const id of [
    'x',
    '1',
    '%00',
    '01JD3Q7Z5V8XK2M4N6P8R0T2W',
    '01JD3Q7Z5V8XK2M4N6P8R0T2WI',
    '81JD3Q7Z5V8XK2M4N6P8R0T2W4',
    '{"$gt":""}',
  ]) {
    const answer = await world.call(`/v1/messages/${encodeURIComponent(decodeURIComponent(id))}`)
    expect(answer, id).toMatchError(400, 'BAD_REQUEST')
    expect(answer.body.error.details).toMatchObject([{ path: 'id' }])
  }
})
