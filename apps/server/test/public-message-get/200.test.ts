import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { askAsVisitor, generate } from '../support/visits.ts'

const newWorld = sharedServer()

const mail = [
  'From: Shop <no-reply@shop.example>',
  'To: someone@elsewhere.example',
  'Subject: Your code is 482913',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Your code is <b>482913</b>.</p><script>steal()</script><img src="https://tracker.example/x.png">',
  '<a href="https://shop.example/verify" onclick="steal()">Verify</a>',
  '--b',
  'Content-Type: application/pdf; name=invoice.pdf',
  'Content-Disposition: attachment; filename=invoice.pdf',
  'Content-Transfer-Encoding: base64',
  '',
  'JVBERi0=',
  '--b--',
  '',
].join('\r\n')

test('a message is a safe document with its code, links and the names of its attachments, and is read from then on', async () => {
  const world = await newWorld()
  const { full } = await generate(world)
  await world.send(mail, full)
  const [message] = (await askAsVisitor(world, `/inbox/${full}`)).body.data.messages
  const read = () => askAsVisitor(world, `/inbox/${full}/messages/${message.id}`)

  const { status, body } = await read()

  expect(message.isRead).toBe(false)
  expect(status).toBe(200)
  expect(body.data).toEqual({
    id: message.id,
    fromAddr: 'no-reply@shop.example',
    fromName: 'Shop',
    subject: 'Your code is 482913',
    receivedAt: message.receivedAt,
    renderedHtml: expect.stringContaining('482913'),
    otpCode: '482913',
    blockedLoads: 1,
    links: [{ url: 'https://shop.example/verify', host: 'shop.example', text: 'Verify' }],
    attachments: [{ index: 0, filename: 'invoice.pdf', contentType: 'application/pdf', sizeBytes: 5 }],
  })
  expect(body.data.renderedHtml).toMatch(/^<!doctype html>/i)
  expect(body.data.renderedHtml).not.toMatch(/steal|tracker\.example|<script/)
  expect((await askAsVisitor(world, `/inbox/${full}`)).body.data.messages).toMatchObject([{ isRead: true }])
  expect((await read()).body).toEqual(body)
})

test('HEAD reads nothing: it is refused, and the message stays unread', async () => {
  const world = await newWorld()
  const { full } = await generate(world)
  await world.send(mail, full)
  const [message] = await world.messagesOf(full)

  const { status } = await askAsVisitor(world, `/inbox/${full}/messages/${message?.id}`, { method: 'HEAD' })

  expect(status).toBe(405)
  expect(await world.messagesOf(full)).toMatchObject([{ isRead: false }])
})
