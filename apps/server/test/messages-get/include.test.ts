import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { TRPCClientError } from '@trpc/client'
import { person } from '../support/people.ts'
import { rpcClient } from '../support/rpc-client.ts'
import { sharedServer } from '../support/shared-server.ts'
import { plainMail, type World } from '../support/world.ts'

const newWorld = sharedServer()
const invoice = randomBytes(3_000)

const fullMail = [
  'Received: from client',
  ' by mx',
  'From: =?utf-8?Q?S=C3=B8ren?= <soren@shop.example>',
  'Subject: Verify',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Hello <a href="https://Shop.example/verify?a=1&amp;b=2"><b>Verify</b> now</a></p>',
  '--b',
  'Content-Type: application/pdf',
  'Content-Disposition: attachment; filename="invoice.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  invoice.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
  '--b--',
  '',
].join('\r\n')

async function received(world: World, raw: string | Buffer = fullMail): Promise<string> {
  const { fullAddress } = await world.address('code')
  await world.send(raw, fullAddress)
  const [item] = await world.messagesOf(fullAddress)
  return item?.id ?? ''
}

const attachment = {
  index: 0,
  filename: 'invoice.pdf',
  contentType: 'application/pdf',
  sizeBytes: 3_000,
  contentId: null,
  isInline: false,
}

test('each part that is asked for adds its key, and nothing else changes', async () => {
  const world = await newWorld()
  const id = await received(world)
  const path = `/v1/messages/${id}`
  const plain = (await world.call(path)).body.data
  const parts = {
    links: [{ url: 'https://Shop.example/verify?a=1&b=2', host: 'shop.example', text: 'Verify now' }],
    attachments: [attachment],
    attachmentContents: [{ ...attachment, contentBase64: invoice.toString('base64') }],
  }

  for (const [name, part] of Object.entries(parts)) {
    const answer = await world.call(`${path}?include=${name}`)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body, name).toEqual({ data: { ...plain, [name]: part } })
  }
  const { headers, ...rest } = (await world.call(`${path}?include=headers`)).body.data
  expect(rest).toEqual(plain)
  expect(headers.map(({ name }: { name: string }) => name)).toEqual([
    'Received',
    'From',
    'Subject',
    'MIME-Version',
    'Content-Type',
  ])
  expect(headers[0]).toEqual({ name: 'Received', value: 'from client by mx' })
  expect(headers[1]).toEqual({ name: 'From', value: 'Søren <soren@shop.example>' })
  const all = await world.call(`${path}?include=headers,attachmentContents,attachments,links`)
  expect(all.body.data).toEqual({ ...plain, ...parts, headers })
})

test('a mail without files, links and headers has empty lists, and reading with include marks it read', async () => {
  const world = await newWorld()
  const id = await received(world, 'Just a line without any header\r\n')

  const answer = await world.call(`/v1/messages/${id}?include=links,attachments,attachmentContents,headers`)

  expect(answer.body.data).toMatchObject({
    isRead: true,
    links: [],
    attachments: [],
    attachmentContents: [],
    headers: [],
  })
})

test('an include that is empty, repeated or unknown is refused, and leaves the message unread', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await world.send(plainMail(), fullAddress)
  const [item] = await world.messagesOf(fullAddress)
  const refused = [
    '',
    ',',
    'links,',
    ',links',
    'links,links',
    'link',
    'Links',
    'links%20',
    'links,%20headers',
    'raw',
    'links;headers',
  ]

  for (const include of refused) {
    const answer = await world.call(`/v1/messages/${item?.id}?include=${include}`)
    expect(answer, include).toMatchError(400, 'BAD_REQUEST')
    expect(answer.body.error.details).toMatchObject([
      { path: 'include', code: expect.stringMatching(/^(invalid|repeated)_value$/) },
    ])
    expect(answer.body.error.message).toContain('links, attachments, attachmentContents, headers')
  }
  expect(await world.call(`/v1/messages/${item?.id}?include=links&include=headers`)).toMatchError(400, 'BAD_REQUEST')
  expect(await world.messagesOf(fullAddress)).toMatchObject([{ isRead: false }])
})

test('a large mail has its files too, those behind the first 10 MiB included', async () => {
  const world = await newWorld()
  const bytes = randomBytes(11 * 1024 * 1024)
  const head =
    'Subject: Large\r\nContent-Type: application/zip\r\nContent-Disposition: attachment; filename=a.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n'
  const id = await received(world, head + bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n'))

  const answer = await world.call(`/v1/messages/${id}?include=attachments,attachmentContents`)

  expect(answer.body.data.attachments).toMatchObject([{ filename: 'a.zip', sizeBytes: bytes.length }])
  const [content] = answer.body.data.attachmentContents
  expect(Buffer.from(content.contentBase64, 'base64').equals(bytes)).toBe(true)
})

test('an 8-bit mail of 25 MB with a long text has its file, though its answer is larger than the limit of pending responses of a key', async () => {
  const world = await newWorld()
  const file = Buffer.alloc(25_990_000, 0x80)
  for (let at = 0; at < file.length; at += 900) file.write('\r\n', at, 'latin1')
  const head = [
    'Subject: Large',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    `${'a line of text\r\n'.repeat(3_750)}`,
    '--b',
    'Content-Type: application/zip',
    'Content-Disposition: attachment; filename=a.zip',
    'Content-Transfer-Encoding: 8bit',
    '',
    '',
  ].join('\r\n')
  const id = await received(world, Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')]))

  const answer = await world.call(`/v1/messages/${id}?include=attachmentContents`)

  expect(answer.status, answer.text.slice(0, 200)).toBe(200)
  expect(Buffer.from(answer.body.data.attachmentContents[0].contentBase64, 'base64').equals(file)).toBe(true)
})

test('of a mail whose files cannot be read the answer has the other parts', async () => {
  const world = await newWorld()
  const deep = Array.from({ length: 60 }, (_, n) => [`Content-Type: multipart/mixed; boundary=b${n}`, '', `--b${n}`])
  const id = await received(
    world,
    ['Subject: Deep', ...deep.flat(), 'Content-Type: image/png', '', 'x', ''].join('\r\n'),
  )

  const answer = await world.call(`/v1/messages/${id}?include=links,attachments,attachmentContents,headers`)

  expect(answer.status).toBe(200)
  expect(answer.body.data).toMatchObject({ subject: 'Deep', links: [], attachments: [], attachmentContents: [] })
  expect(answer.body.data.headers[0]).toEqual({ name: 'Subject', value: 'Deep' })
})

test("include opens no other service's mail: 401, 403 and 404 as without it", async () => {
  const world = await newWorld()
  const id = await received(world)
  const key = await world.apiKey({ scope: 'read', tenant: world.stranger })
  const path = `/v1/messages/${id}?include=headers`

  expect(await world.call(path, { key })).toMatchError(403, 'FORBIDDEN', 'wrong_service')
  expect(await world.call(path, { key: null })).toMatchError(401, 'UNAUTHORIZED')
  expect(await world.call('/v1/messages/01JD3Q7Z5V8XK2M4N6P8R0T2W4?include=headers')).toMatchError(404, 'NOT_FOUND')
})

test('the typed path accepts include too', async () => {
  const world = await newWorld()
  const id = await received(world)
  const { token } = await person(world, { role: 'viewer' })
  const client = rpcClient(world, { authorization: `Bearer ${token}`, accept: 'message/rfc822' })

  const { data } = await client.integrator.readMessage.query({ id, include: 'attachments' })
  const refused = await client.integrator.readMessage.query({ id, include: 'files' }).catch((error: unknown) => error)

  expect(data).toMatchObject({ subject: 'Verify', attachments: [attachment] })
  expect(refused).toBeInstanceOf(TRPCClientError)
})
