import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)

test('a limit that is no plain decimal from 1 to 100 is refused', async () => {
  const world = await newWorld()
  const refused = [
    '0',
    '101',
    '-1',
    '1.5',
    '1.0',
    '0x10',
    '1e1',
    '',
    '+5',
    '%205',
    '5%20',
    'ten',
    'NaN',
    'Infinity',
    '1_0',
    '%D9%A1',
    '99999999999999999999',
    'true',
    '[5]',
  ]

  for (const limit of refused) {
    const answer = await world.addresses(`?limit=${limit}`)
    expect(answer, limit).toMatchError(400, 'BAD_REQUEST')
    expect(answer.body.error.details).toMatchObject([{ path: 'limit', code: expect.stringMatching(/^[a-z_]+$/) }])
  }
  for (const limit of ['1', '100']) expect((await world.addresses(`?limit=${limit}`)).status).toBe(200)
})

test('a parameter given twice is refused', async () => {
  const world = await newWorld()

  for (const query of ['?limit=5&limit=5', '?q=a&q=a', '?cursor=&cursor=', '?hostname=a.example&hostname=a.example']) {
    expect(await world.addresses(query), query).toMatchError(400, 'BAD_REQUEST')
  }
})

test('a cursor of another list or for other filters is refused', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await world.address('other')
  const cursorOf = async (query: string) => (await world.addresses(query)).body.meta.cursor
  const own = await cursorOf('?limit=1')
  const key = await world.apiKey({ scope: 'read', tenant: world.stranger })
  await world.address('strange', world.stranger)
  const foreign = (await world.call(`/v1/services/${world.stranger.serviceId}/addresses`, { key })).body.meta.cursor
  const refused = [
    'garbage',
    'AA',
    '-',
    `${own}A`,
    own.slice(1),
    own.toLowerCase(),
    `${own}=`,
    `%20${own}`,
    world.deps.newId(),
    foreign,
    await cursorOf('?limit=1&q=o'),
    await cursorOf(`?limit=1&hostname=${world.tenant.domain.hostname}`),
  ]

  for (const cursor of refused) {
    expect(await world.addresses(`?cursor=${cursor}`), cursor).toMatchError(400, 'BAD_REQUEST', 'invalid_cursor')
  }
  expect(await world.addresses(`?q=code&cursor=${own}`)).toMatchError(400, 'BAD_REQUEST', 'invalid_cursor')
  expect(await world.inbox(fullAddress, `?cursor=${own}`)).toMatchError(400, 'BAD_REQUEST', 'invalid_cursor')
  expect(await world.addresses(`?cursor=${'A'.repeat(513)}`)).toMatchError(400, 'BAD_REQUEST')
  expect((await world.addresses(`?cursor=${own}&limit=7`)).status).toBe(200)
})

test('a q or a hostname that is too long is refused', async () => {
  const world = await newWorld()

  expect(await world.addresses(`?q=${'a'.repeat(321)}`)).toMatchError(400, 'BAD_REQUEST')
  expect(await world.addresses(`?hostname=${'a'.repeat(254)}`)).toMatchError(400, 'BAD_REQUEST')
})
