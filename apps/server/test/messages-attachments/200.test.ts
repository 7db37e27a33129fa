import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'
import { startWorld, type World } from '../support/world.ts'

const newWorld = sharedServer()
const image = randomBytes(3_000)

const mail = [
  'Subject: Files',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain',
  '',
  'Hello',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  'Content-Disposition: attachment; filename="../page.html"',
  '',
  '<script>steal()</script>',
  '--b',
  'Content-Type: image/svg+xml',
  "Content-Disposition: attachment; filename*=utf-8''%E8%AB%8B%0D%0AX-Evil%3A%20%22.svg",
  'Content-Transfer-Encoding: base64',
  '',
  image.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
  '--b',
  'Content-Type: application/pdf',
  'Content-Disposition: attachment',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  '=25PDF-',
  '--b--',
  '',
].join('\r\n')

async function received(world: World, raw: string | Buffer = mail) {
  const { fullAddress } = await world.address('code')
  await world.send(raw, fullAddress)
  const [item] = await world.messagesOf(fullAddress)
  const { token } = await person(world, { role: 'viewer' })
  const path = `/v1/messages/${item?.id}/attachments`
  return {
    fullAddress,
    path,
    token,
    list: () => world.call(path, { token }),
    read: (n: unknown) => world.call(`${path}/${n}`, { token }),
  }
}

const shared = { contentId: null, isInline: false }

test('the list has every file of the mail in its order, and the message stays unread', async () => {
  const world = await newWorld()
  const { fullAddress, list } = await received(world)

  const { status, body } = await list()

  expect(status).toBe(200)
  expect(body).toEqual({
    data: [
      { ...shared, index: 0, filename: '../page.html', contentType: 'text/html', sizeBytes: 24 },
      {
        ...shared,
        index: 1,
        filename: expect.stringContaining('.svg'),
        contentType: 'image/svg+xml',
        sizeBytes: 3_000,
      },
      { ...shared, index: 2, filename: '', contentType: 'application/pdf', sizeBytes: 5 },
    ],
  })
  expect(await world.messagesOf(fullAddress)).toMatchObject([{ isRead: false }])
})

test('a file is answered decoded, to be kept under a safe name and never to be shown, whatever the mail calls it', async () => {
  const world = await newWorld()
  const { fullAddress, read } = await received(world)

  const answers = [await read(0), await read(1), await read(2)]

  expect(answers.map(({ bytes }) => bytes?.toString('hex'))).toEqual(
    [Buffer.from('<script>steal()</script>'), image, Buffer.from('%PDF-')].map((bytes) => bytes.toString('hex')),
  )
  for (const { status, headers, bytes } of answers) {
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(headers['content-length']).toBe(String(bytes?.length))
    expect(headers).not.toHaveProperty('x-evil')
  }
  const names = answers.map(({ headers }) => headers['content-disposition'])
  expect(names[0]).toBe('attachment; filename=_page.html')
  expect(names[1]).toMatch(/^attachment; filename="[^"/\\]+\.svg"; filename\*=UTF-8''%E8%AB%8B[^"/\\ ]+\.svg$/)
  expect(names[2]).toBe('attachment; filename=attachment-2')
  expect(await world.messagesOf(fullAddress)).toMatchObject([{ isRead: false }])
})

test('an index that the mail has not is 404, and one that is no whole number from 0 to 99 is 400', async () => {
  const world = await newWorld()
  const { read } = await received(world)

  for (const index of [3, 99]) expect(await read(index), `${index}`).toMatchError(404, 'NOT_FOUND')
  for (const index of ['-1', '100', 'x', '1.5', '0x1', '1e1', '%20']) {
    expect(await read(index), index).toMatchError(400, 'BAD_REQUEST')
  }
})

test.each(['8bit', 'base64'])('a file of 18 MB in a large mail is answered whole, in %s', async (encoding) => {
  const world = await newWorld()
  const file = Buffer.alloc(18_000_000, 0x80)
  for (let at = 0; at < file.length; at += 900) file.write('\r\n', at, 'latin1')
  const head = `Content-Type: application/zip\r\nContent-Disposition: attachment; filename=a.zip\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`
  const body =
    encoding === '8bit' ? file : Buffer.from(file.toString('base64').replaceAll(/.{76}/g, '$&\r\n'), 'latin1')
  const { read } = await received(world, Buffer.concat([Buffer.from(head), body, Buffer.from('\r\n')]))

  const { bytes } = await read(0)

  expect(bytes?.subarray(0, file.length).equals(file)).toBe(true)
  expect(bytes?.length).toBeLessThanOrEqual(file.length + 2)
})

test.each(['base64', 'quoted-printable'])(
  'a file in %s is read while it is sent: without the rest of its source the answer ends before its length',
  async (encoding) => {
    await using world = await startWorld()
    const text = `${'x'.repeat(70)}\r\n`.repeat(250_000)
    const encoded = encoding === 'base64' ? Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n') : text
    const head = `Content-Type: application/zip\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`
    const { path, token, read } = await received(world, `${head}${encoded}\r\n`)
    const { headers, bytes: whole } = await read(0)

    const response = await fetch(`${world.baseUrl}${path}/0`, { headers: { authorization: `Bearer ${token}` } })
    await world.deps.db.collection('rawChunks').deleteMany({})

    await expect(response.arrayBuffer()).rejects.toThrow()
    expect(response.headers.get('content-length')).toBe(headers['content-length'])
    expect(Number(headers['content-length'])).toBe(whole?.length)
    expect(whole?.length).toBeGreaterThanOrEqual(text.length)
  },
)

test('of a mail whose files cannot be read the list is empty', async () => {
  const world = await newWorld()
  const deep = Array.from({ length: 60 }, (_, n) => [`Content-Type: multipart/mixed; boundary=b${n}`, '', `--b${n}`])
  const raw = ['Subject: Deep', ...deep.flat(), 'Content-Type: image/png', '', 'x', ''].join('\r\n')
  const { list, read } = await received(world, raw)

  expect((await list()).body).toEqual({ data: [] })
  expect(await read(0)).toMatchError(404, 'NOT_FOUND')
})
