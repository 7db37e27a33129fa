import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'
import { storeMessages } from '../support/stored-messages.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)

test('a parameter outside its values is refused, and the answer names it', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  const refused = {
    limit: ['0', '101', '1.5', '0x10', '1e1', '', '-1', 'ten'],
    q: ['', 'a', '%20', '%20%20%20', '%20a%20', '%F0%9F%98%80', 'a'.repeat(501)],
    after: [
      '',
      'x',
      '0',
      '01jd3q7z5v8xk2m4n6p8r0t2w4',
      '01JD3Q7Z5V8XK2M4N6P8R0T2W',
      '81JD3Q7Z5V8XK2M4N6P8R0T2W4',
      '01JD3Q7Z5V8XK2M4N6P8R0T2W40',
      'IIIIIIIIIIIIIIIIIIIIIIIIII',
    ],
    hasOtp: ['false', '1', '0', '', 'TRUE', 'yes'],
    hasAction: ['false', '1', '', 'TRUE'],
    waitSeconds: ['61', '-1', '1.5', '', '1e1', '0x1', 'ten'],
    from: ['', 'a'.repeat(201), '%20', '%E2%80%8B', '%CC%81'],
    subject: ['', 'a'.repeat(201), '%20%09', '%E2%80%8B'],
    tag: ['', 'a'.repeat(201)],
    receivedAfter: [
      '',
      '2026-11-21',
      '2026-11-21T09:30:00',
      '2026-11-21T09:30:00+01:00',
      '2026-02-30T00:00:00Z',
      '2026-11-21T25:00:00Z',
      '1763717400',
      'now',
      `2026-11-21T09:30:00.${'0'.repeat(200)}Z`,
    ],
  }

  for (const [path, values] of Object.entries(refused)) {
    for (const value of values) {
      const answer = await world.inbox(fullAddress, `?${path}=${value}`)
      expect(answer, `${path}=${value}`).toMatchError(400, 'BAD_REQUEST')
      expect(answer.body.error.details).toMatchObject([{ path, code: expect.stringMatching(/^[a-z_]+$/) }])
    }
  }
})

test('a parameter given twice is refused', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')

  for (const pair of [
    'limit=5',
    'q=abc',
    'after=01JD3Q7Z5V8XK2M4N6P8R0T2W4',
    'hasOtp=true',
    'hasAction=true',
    'waitSeconds=1',
    'cursor=',
    'from=ada',
    'subject=code',
    'tag=otp',
    'receivedAfter=2026-11-21T09:30:00Z',
  ]) {
    expect(await world.inbox(fullAddress, `?${pair}&${pair}`), pair).toMatchError(400, 'BAD_REQUEST')
  }
})

test('a q without a term to search for is refused', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')

  for (const q of ['""', '"  "', '\u200b\u200b', '\u0301\u0301']) {
    expect(await world.inbox(fullAddress, `?q=${encodeURIComponent(q)}`), q).toMatchError(
      400,
      'BAD_REQUEST',
      'empty_query',
    )
  }
})

test('cursor and waitSeconds exclude each other', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await storeMessages(world, fullAddress, [{ subject: 'a' }, { subject: 'b' }])
  const { cursor } = (await world.inbox(fullAddress, '?limit=1')).body.meta

  expect(await world.inbox(fullAddress, `?waitSeconds=1&cursor=${cursor}`)).toMatchError(
    400,
    'BAD_REQUEST',
    'conflicting_parameters',
  )
})

test('a cursor of another inbox, of another list or for other filters is refused', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  const other = await world.address('other')
  const facts = ['alpha', 'alpha beta', 'alpha'].map((subject) => ({
    subject,
    otpCode: '123456',
    tags: ['action', 'action:verify'],
  }))
  await storeMessages(world, fullAddress, facts)
  await storeMessages(world, other.fullAddress, facts)
  const cursorOf = async (query: string, of = fullAddress) => (await world.inbox(of, query)).body.meta.cursor
  const after = (await world.inbox(fullAddress)).body.data[2].id
  const own = await cursorOf('?limit=1')

  const refused = [
    'garbage',
    `${own}A`,
    own.slice(0, -1),
    after,
    (await world.addresses('?limit=1')).body.meta.cursor,
    await cursorOf('?limit=1', other.fullAddress),
    await cursorOf('?limit=1&q=alpha'),
    await cursorOf('?limit=1&hasOtp=true'),
    await cursorOf('?limit=1&hasAction=true'),
    await cursorOf(`?limit=1&after=${after}`),
    await cursorOf('?limit=1&from=ada'),
    await cursorOf('?limit=1&subject=alpha'),
    await cursorOf('?limit=1&receivedAfter=2000-01-01T00:00:00Z'),
  ]
  for (const cursor of refused) {
    expect(await world.inbox(fullAddress, `?cursor=${cursor}`), cursor).toMatchError(
      400,
      'BAD_REQUEST',
      'invalid_cursor',
    )
  }
  expect(await world.inbox(fullAddress, `?q=alpha&cursor=${own}`)).toMatchError(400, 'BAD_REQUEST', 'invalid_cursor')
  expect(await world.inbox(fullAddress, `?q=beta&cursor=${await cursorOf('?limit=1&q=alpha')}`)).toMatchError(
    400,
    'BAD_REQUEST',
    'invalid_cursor',
  )
  expect((await world.inbox(fullAddress.toUpperCase(), `?cursor=${own}`)).body.data).toHaveLength(2)
})

test('a path that is no complete address, on a host of ours, is refused', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.domain

  for (const localPart of ['', 'a b', 'a/b', 'a+b', 'ä', 'a@b', '"a"', 'x'.repeat(65), 'a\0', '%', 'a\n']) {
    const answer = await world.inbox(`${localPart}@${hostname}`)
    expect(answer, localPart).toMatchError(400, 'BAD_REQUEST', 'invalid_address')
  }
})
