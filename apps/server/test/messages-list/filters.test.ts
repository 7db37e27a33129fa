import { hourMs } from '@inlet/contract'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { openChangeStreams } from '../support/open-change-streams.ts'
import { sharedServer } from '../support/shared-server.ts'
import { storeMessages } from '../support/stored-messages.ts'
import { walkPages } from '../support/walk-pages.ts'
import { plainMail, startWorld, type World } from '../support/world.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)

async function subjectsOf(world: World, fullAddress: string, query: Record<string, string>): Promise<string[]> {
  const answer = await world.inbox(fullAddress, `?${new URLSearchParams(query)}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data.map(({ subject }: { subject: string }) => subject)
}

test('from finds a part of the name, of the address or of both as mail programs write them; case and accents do not matter', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await storeMessages(world, fullAddress, [
    { subject: 'shop', fromName: 'Søren’s Café', fromAddr: 'No-Reply@Shop.Example' },
    { subject: 'bank', fromName: '', fromAddr: 'alerts@bank.example' },
  ])

  for (const from of [
    'no-reply@shop',
    'SHOP.EXAMPLE',
    'soren',
    'café',
    'CAFE',
    'Ｃａｆé',
    'Café <no-reply@shop.example>',
  ]) {
    expect(await subjectsOf(world, fullAddress, { from }), from).toEqual(['shop'])
  }
  expect(await subjectsOf(world, fullAddress, { from: 'example' })).toEqual(['bank', 'shop'])
  expect(await subjectsOf(world, fullAddress, { from: 'nobody' })).toEqual([])
})

test('subject finds one piece of the subject, and the text of a mail does not count', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await storeMessages(world, fullAddress, [
    { subject: 'Your  login CODE', searchText: 'your login code newsletter' },
    { subject: 'Newsletter' },
  ])

  for (const subject of ['login code', 'GIN CO', 'your login', '  code ']) {
    expect(await subjectsOf(world, fullAddress, { subject }), subject).toEqual(['Your  login CODE'])
  }
  expect(await subjectsOf(world, fullAddress, { subject: 'newsletter' })).toEqual(['Newsletter'])
  expect(await subjectsOf(world, fullAddress, { subject: 'code login' })).toEqual([])
})

test('the value of a filter is a text: no character in it is a pattern or an operator', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await storeMessages(world, fullAddress, [{ subject: 'plain' }, { subject: '100% $sale (.*) ["a","b"]' }])

  for (const subject of [
    '.*',
    '(.*)',
    '%',
    '$sale',
    '["a","b"]',
    '"',
    '\\',
    '$$ROOT',
    '{"$ne":null}',
    '%00',
    'p.ain',
  ]) {
    const found = await subjectsOf(world, fullAddress, { subject })
    expect(found, subject).toEqual('100% $sale (.*) ["a","b"]'.includes(subject) ? ['100% $sale (.*) ["a","b"]'] : [])
  }
})

test('tag selects messages with exactly that tag', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  const [local, host] = fullAddress.split('@')
  await world.send(plainMail({ subject: 'first' }), `${local}+shop@${host}`)
  await world.send(plainMail({ subject: 'second', text: 'Your verification code is 482913' }), `${local}+shop2@${host}`)

  expect(await subjectsOf(world, fullAddress, { tag: 'plus:shop' })).toEqual(['first'])
  expect(await subjectsOf(world, fullAddress, { tag: 'plus:shop2' })).toEqual(['second'])
  expect(await subjectsOf(world, fullAddress, { tag: 'otp' })).toEqual(['second'])
  for (const tag of ['plus', 'plus:sho', 'ot', 'shop', 'OTP', 'otp '])
    expect(await subjectsOf(world, fullAddress, { tag })).toEqual([])
})

test('a detail may be asked for as it stands in the address, and other details are not found', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  const [local, host] = fullAddress.split('@')
  for (const detail of ['Run=7', 'run7', 'run=8'])
    await world.send(plainMail({ subject: detail }), `${local}+${detail}@${host}`)

  for (const tag of ['plus:Run=7', 'plus:run=7', 'plus:run-7'])
    expect(await subjectsOf(world, fullAddress, { tag }), tag).toEqual(['Run=7'])
  expect(await subjectsOf(world, fullAddress, { tag: 'plus:run' })).toEqual([])
})

test('from and subject are found with plain marks and spaces in place of typographic ones, and the other way round', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await storeMessages(world, fullAddress, [
    { subject: 'Don’t  miss\u00a0: “Night‑bus” – wait…', fromName: 'Søren’s  Café', fromAddr: 'a@b.example' },
    { subject: "it's plain", fromName: "Ada's", fromAddr: 'c@d.example' },
  ])

  for (const subject of ["don't miss :", '"night-bus" - wait...', '„Night–bus”', 'miss\u202f: '])
    expect(await subjectsOf(world, fullAddress, { subject }), subject).toHaveLength(1)
  expect(await subjectsOf(world, fullAddress, { subject: 'it’s  plain' })).toEqual(["it's plain"])
  expect(await subjectsOf(world, fullAddress, { from: "soren's cafe" })).toHaveLength(1)
  expect(await subjectsOf(world, fullAddress, { from: 'ada’s' })).toEqual(["it's plain"])
})

test('receivedAfter selects messages received after that time, in any time zone', async () => {
  await using world = await startWorld(http)
  const { fullAddress } = await world.address('code')
  await storeMessages(world, fullAddress, [{ subject: 'first' }])
  world.clock.advance(10_000)
  await storeMessages(world, fullAddress, [{ subject: 'second' }])
  const [second, first] = await world.messagesOf(fullAddress)
  const at = (iso: string | undefined, offsetMs = 0) => new Date(Date.parse(iso ?? '') + offsetMs)
  const inBerlin = at(first?.receivedAt, hourMs).toISOString().replace('Z', '+01:00')

  const received = (receivedAfter: string) => subjectsOf(world, fullAddress, { receivedAfter })
  expect(await received(first?.receivedAt ?? '')).toEqual(['second'])
  expect(await received(inBerlin)).toEqual(['second'])
  expect(await received(at(first?.receivedAt, -1).toISOString())).toEqual(['second', 'first'])
  expect(await received(second?.receivedAt ?? '')).toEqual([])
  expect(await received('1969-12-31T23:59:59Z')).toEqual(['second', 'first'])
  expect(await received('9999-12-31T23:59:59Z')).toEqual([])
})

test('a message must match all filters, together with q, after, hasOtp and limit', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  const good = {
    subject: 'Your code',
    searchText: 'your code is 1',
    otpCode: '1',
    fromName: 'Shop',
    tags: ['otp', 'tls'],
  }
  await storeMessages(world, fullAddress, [good])
  const [old] = await world.messagesOf(fullAddress)
  world.elapse(1_000)
  await storeMessages(world, fullAddress, [
    { ...good, subject: 'Your code, the right one' },
    { ...good, subject: 'Your code, of another shop', fromName: 'Bank' },
    { ...good, subject: 'Their code' },
    { ...good, subject: 'Your code without tag', tags: ['tls'] },
    { ...good, subject: 'Your code not found', otpCode: null },
    { ...good, subject: 'Your code with another text', searchText: 'something else' },
  ])

  const all = {
    from: 'shop',
    subject: 'your code',
    tag: 'otp',
    receivedAfter: old?.receivedAt ?? '',
    after: old?.id ?? '',
    hasOtp: 'true',
    q: 'code',
  }

  expect(await subjectsOf(world, fullAddress, all)).toEqual(['Your code, the right one'])
  for (const left of Object.keys(all)) {
    const rest = Object.fromEntries(Object.entries(all).filter(([key]) => key !== left))
    const found = await subjectsOf(world, fullAddress, rest)
    // Without either of the two that say since when, the other one says it.
    const alone = left === 'after' || left === 'receivedAfter'
    expect(found.length, `without ${left}: ${found}`).toBe(alone ? 1 : 2)
  }
})

test('pages of a filtered list have every matching message, once and in order', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  const facts = Array.from({ length: 700 }, (_, n) => ({ subject: n % 7 === 0 ? `wanted ${n}` : `other ${n}` }))
  await storeMessages(world, fullAddress, facts)

  const pages = await walkPages((cursor) => world.inbox(fullAddress, `?subject=wanted&limit=30&cursor=${cursor}`))

  const wanted = facts.filter(({ subject }) => subject.startsWith('wanted')).map(({ subject }) => subject)
  expect(pages.flat().map(({ subject }) => subject)).toEqual(wanted.reverse())
})

test('a cursor belongs to its filters', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await storeMessages(world, fullAddress, [
    { subject: 'a1', tags: ['otp'] },
    { subject: 'a2', tags: ['otp'] },
  ])
  const filters = ['from=ada', 'subject=a', 'tag=otp', 'receivedAfter=2000-01-01T00:00:00Z']

  for (const filter of filters) {
    const { cursor } = (await world.inbox(fullAddress, `?limit=1&${filter}`)).body.meta
    expect((await world.inbox(fullAddress, `?${filter}&cursor=${cursor}`)).body.data, filter).toHaveLength(1)
    for (const other of ['', ...filters].filter((each) => each !== filter)) {
      const answer = await world.inbox(fullAddress, `?${other}&cursor=${cursor}`)
      expect(answer, `${filter} then ${other}`).toMatchError(400, 'BAD_REQUEST', 'invalid_cursor')
    }
  }
})

test('a long poll is answered by mail that matches its filters, and not by other mail', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  const [local, host] = fullAddress.split('@')
  const since = world.clock.now().toISOString()

  const held = ['from=ada', 'subject=login', 'tag=plus:shop', `receivedAfter=${since}&subject=login&from=ADA`].map(
    (filter) => world.inbox(fullAddress, `?waitSeconds=60&${filter}`),
  )
  await waitFor(() => openChangeStreams(world))
  world.elapse(10)
  await world.send(plainMail({ subject: 'Newsletter' }).replace('Ada', 'Bob').replace('ada@', 'bob@'), fullAddress)
  await world.send(plainMail({ subject: 'Your login' }), `${local}+shop@${host}`)

  for (const answer of await Promise.all(held)) expect(answer.body.data).toMatchObject([{ subject: 'Your login' }])
})
