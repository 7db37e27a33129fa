import { listMessages } from '@inlet/core'
import { rawMail } from '@inlet/testkit'
import { type AggregateOptions, type Db, type Document, MongoServerError } from 'mongodb'
import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { storeMessages } from '../support/stored-messages.ts'
import { walkPages } from '../support/walk-pages.ts'
import { plainMail, startWorld, type World } from '../support/world.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer()
const newHttpWorld = sharedServer(http)

async function found(world: World, fullAddress: string, q: string): Promise<string[]> {
  const answer = await world.inbox(fullAddress, `?q=${encodeURIComponent(q)}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data.map(({ subject }: { subject: string }) => subject)
}

test('every term must occur in subject or visible text, also inside a word; case and accents do not matter', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await world.send(plainMail({ subject: 'Bestellung', text: 'Ihre Größe: Éclair, Café & Straße' }), fullAddress)
  await world.send(
    plainMail({ subject: 'Receipt 4711', text: 'Thank you for your   order\r\nof two items' }),
    fullAddress,
  )
  await world.send(plainMail({ subject: 'ご注文の確認', text: '東京都の荷物が届きました。ＡＢＣ１２３' }), fullAddress)

  expect(await found(world, fullAddress, 'receipt')).toEqual(['Receipt 4711'])
  expect(await found(world, fullAddress, 'RECEIPT order')).toEqual(['Receipt 4711'])
  expect(await found(world, fullAddress, 'ceip 71')).toEqual(['Receipt 4711'])
  expect(await found(world, fullAddress, 'receipt café')).toEqual([])
  expect(await found(world, fullAddress, 'cafe eclair grosse')).toEqual(['Bestellung'])
  expect(await found(world, fullAddress, 'STRASSE')).toEqual(['Bestellung'])
  expect(await found(world, fullAddress, '東京')).toEqual(['ご注文の確認'])
  expect(await found(world, fullAddress, '注文 荷物')).toEqual(['ご注文の確認'])
  expect(await found(world, fullAddress, 'abc123')).toEqual(['ご注文の確認'])
  expect(await found(world, fullAddress, 'ｒｅｃｅｉｐｔ')).toEqual(['Receipt 4711'])
  expect(await found(world, fullAddress, 'nowhere')).toEqual([])
})

test('a phrase in quotes must occur exactly, except for white space', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await world.send(plainMail({ subject: 'Order', text: 'Your   order of\r\ntwo items' }), fullAddress)
  await world.send(plainMail({ subject: 'Other', text: 'order your two of items' }), fullAddress)

  expect(await found(world, fullAddress, 'your order')).toEqual(['Other', 'Order'])
  expect(await found(world, fullAddress, '"your order"')).toEqual(['Order'])
  expect(await found(world, fullAddress, '"order of two"')).toEqual(['Order'])
  expect(await found(world, fullAddress, '"items order"')).toEqual([])
  expect(await found(world, fullAddress, '"two items')).toEqual(['Order'])
  expect(await found(world, fullAddress, 'items "your order"')).toEqual(['Order'])
})

test('typographic quotation marks, dashes and dots are found by plain ones, and mark a phrase too', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await world.send(plainMail({ subject: 'Typographic', text: 'Don’t wait… your e‑mail – “today”' }), fullAddress)
  await world.send(plainMail({ subject: 'Plain', text: 'Don\'t wait... your e-mail - "today"' }), fullAddress)

  for (const q of [
    "don't",
    'don’t',
    'e-mail',
    'e‑mail',
    'wait...',
    'wait…',
    '"your e-mail"',
    '“your e‑mail”',
    '„e-mail -“',
  ])
    expect(await found(world, fullAddress, q), q).toEqual(['Plain', 'Typographic'])
})

test('a query is text and never an expression or a pattern', async () => {
  const world = await newHttpWorld()
  const { fullAddress } = await world.address('code')
  await storeMessages(world, fullAddress, [{ subject: 'plain words' }, { subject: 'costs $5.00 (net)' }])

  for (const q of [
    '$searchText',
    '$subject',
    '$$ROOT',
    '$$NOW',
    '.*',
    '^plain',
    'words$',
    '\\w+',
    '[a-z]+',
    '{"$gt":""}',
    'plain|costs',
    '%%',
  ]) {
    expect(await found(world, fullAddress, q), q).toEqual([])
  }
  expect(await found(world, fullAddress, '$5.00')).toEqual(['costs $5.00 (net)'])
  expect(await found(world, fullAddress, '(net)')).toEqual(['costs $5.00 (net)'])
})

test('messages that no reader can see are not found, and neither is text of the markup', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  const html = [
    'From: a@elsewhere.example',
    'Subject: Markup',
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<html><head><style>.stylish{}</style></head><body><p class="klass">Visible <b>w</b>ord</p><script>scripted</script></body></html>',
    '',
  ]
  await world.send(html.join('\r\n'), fullAddress)
  await world.send(rawMail('otp-482913'), fullAddress)

  expect(await found(world, fullAddress, '"visible word"')).toEqual(['Markup'])
  for (const q of ['stylish', 'klass', 'scripted', '<b>']) expect(await found(world, fullAddress, q), q).toEqual([])
  expect(await found(world, fullAddress, '482913')).toHaveLength(1)
})

test('the pages of a search through many messages miss none', async () => {
  const world = await newHttpWorld()
  const { fullAddress } = await world.address('code')
  const facts = Array.from({ length: 1_700 }, (_, n) => ({ subject: n % 100 === 0 ? `needle ${n}` : `hay ${n}` }))
  await storeMessages(world, fullAddress, facts)
  const needles = Array.from({ length: 17 }, (_, n) => `needle ${1_600 - n * 100}`)

  expect(await found(world, fullAddress, 'needle')).toEqual(needles)
  expect(await found(world, fullAddress, '"needle 0"')).toEqual(['needle 0'])
  for (const limit of [1, 4, 16, 17]) {
    const seen = await walkPages((cursor) => world.inbox(fullAddress, `?q=needle&limit=${limit}&cursor=${cursor}`))
    expect(seen.map(({ subject }) => subject)).toEqual(needles)
  }
})

/** The database itself, but as if no inbox could be looked through at once: what may take 100 ms at most meets `maxTimeMS`. */
function withoutQuickLooks(db: Db): Db {
  const collectionOf = (name: string) =>
    new Proxy(db.collection(name), {
      get(target, key) {
        if (key !== 'aggregate') return Reflect.get(target, key)
        return (pipeline: Document[], options: AggregateOptions) => {
          if (options.maxTimeMS !== 100) return target.aggregate(pipeline, options)
          return { toArray: () => Promise.reject(new MongoServerError({ message: 'out of time', code: 50 })) }
        }
      },
    })
  return new Proxy(db, { get: (target, key) => (key === 'collection' ? collectionOf : Reflect.get(target, key)) })
}

test('a search that runs out of time answers what it has found, and its cursor continues from there', async () => {
  await using world = await startWorld(http)
  const { fullAddress } = await world.address('code')
  const facts = Array.from({ length: 1_200 }, (_, n) => ({
    subject: n === 0 || n === 1_199 ? `needle ${n}` : `hay ${n}`,
  }))
  await storeMessages(world, fullAddress, facts)
  let now = world.clock.now().getTime()
  const deps = {
    ...world.deps,
    db: withoutQuickLooks(world.deps.db),
    clock: {
      now() {
        now += 2_000
        return new Date(now)
      },
    },
  }
  const input = { address: fullAddress, q: 'needle', limit: 50 }

  const first = await listMessages(deps, world.caller, input)

  expect(first.data.map(({ subject }) => subject)).toEqual(['needle 1199'])
  expect(first.meta.hasMore).toBe(true)
  const rest = await world.inbox(fullAddress, `?q=needle&limit=50&cursor=${first.meta.cursor}`)
  expect(rest.body).toMatchObject({ data: [{ subject: 'needle 0' }], meta: { hasMore: false } })
  const empty = await listMessages(deps, world.caller, { ...input, q: 'nowhere' })
  expect(empty).toMatchObject({ data: [], meta: { hasMore: true, cursor: expect.stringMatching(/./) } })
})

test('a search also applies after and hasOtp', async () => {
  const world = await newHttpWorld()
  const { fullAddress } = await world.address('code')
  await storeMessages(world, fullAddress, [
    { subject: 'needle old', otpCode: '111111' },
    { subject: 'needle', otpCode: null },
    { subject: 'needle new', otpCode: '222222' },
    { subject: 'hay', otpCode: '333333' },
  ])
  const all = (await world.inbox(fullAddress)).body.data
  const oldest = all.at(-1).id
  const subjects = async (query: string) =>
    (await world.inbox(fullAddress, query)).body.data.map(({ subject }: { subject: string }) => subject)

  expect(await subjects('?q=needle&hasOtp=true')).toEqual(['needle new', 'needle old'])
  expect(await subjects(`?q=needle&hasOtp=true&after=${oldest}`)).toEqual(['needle new'])
  expect(await subjects(`?q=needle&after=${oldest}`)).toEqual(['needle new', 'needle'])
})
