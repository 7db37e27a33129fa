import { verifyWebhook } from '@inlet/client'
import { waitFor, webhookReceiver } from '@inlet/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeWebhook, webhookSecret } from '../support/stored-webhook.ts'
import { plainMail } from '../support/world.ts'
import { codeMail, startClientWorld } from './client-world.ts'

let shared: Awaited<ReturnType<typeof startClientWorld>>
beforeAll(async () => {
  shared = await startClientWorld()
})
afterAll(() => shared[Symbol.asyncDispose]())

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

test('messages are listed over all pages, newest first, each once, and filtered', async () => {
  const { client, world } = shared
  const inlet = await client()
  const { fullAddress } = await inlet.createAddress()
  const details = Array.from({ length: 120 }, (_, index) => fullAddress.replace('@', `+n${index}@`))
  await world.send(plainMail(), details.slice(0, 60))
  await world.send(plainMail(), details.slice(60))

  const messages = await all(inlet.messages(fullAddress))
  const filtered = await all(inlet.messages(fullAddress, { tag: 'plus:n7' }))

  expect(new Set(messages.map(({ toAddr }) => toAddr))).toEqual(new Set(details))
  expect(messages).toHaveLength(120)
  expect(messages.map(({ id }) => id)).toEqual(
    messages
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  )
  expect(filtered.map(({ toAddr }) => toAddr)).toEqual([details[7]])
})

test('addresses are listed over all pages, and filtered', async () => {
  const inlet = await shared.client()
  const names = Array.from({ length: 102 }, (_, index) => `listed-${index}`)
  await Promise.all(names.map((localPart) => inlet.createAddress({ localPart })))

  const listed = await all(inlet.listAddresses({ text: 'listed-' }))

  expect(listed.map(({ localPart }) => localPart).sort()).toEqual(names.sort())
})

test('a message is read with what was asked for, its source is what was sent, and a file comes as its bytes', async () => {
  const { client, world } = shared
  const inlet = await client()
  const { fullAddress } = await inlet.createAddress()
  const file = Buffer.from('%PDF-1.7 \0\xff', 'latin1')
  const source = [
    'From: hello@shop.example',
    'Subject: Invoice',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Pay at https://shop.example/pay soon.',
    '--b',
    'Content-Type: application/pdf',
    'Content-Disposition: attachment; filename="invoice.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    file.toString('base64'),
    '--b--',
    '',
  ].join('\r\n')
  await world.send(source, fullAddress)
  const [listed] = await all(inlet.messages(fullAddress))
  const id = listed?.id ?? ''

  const { links, attachments, isRead } = await inlet.message(id, { include: ['links', 'attachments'] })
  const invoice = await inlet.attachment(id, 'invoice.pdf')

  expect({ isRead, links, attachments }).toMatchObject({
    isRead: true,
    links: [{ url: 'https://shop.example/pay' }],
    attachments: [{ filename: 'invoice.pdf' }],
  })
  expect(Buffer.from(await inlet.source(id)).toString()).toContain(source.trimEnd())
  expect(invoice).toMatchObject({ filename: 'invoice.pdf', contentType: 'application/pdf', sizeBytes: file.length })
  expect(Buffer.from(invoice.content)).toEqual(file)
  expect((await inlet.attachment(id, 0)).filename).toBe('invoice.pdf')
  await expect(inlet.attachment(id, 'other.pdf')).rejects.toThrow('no file "other.pdf"; it has 0: "invoice.pdf"')
})

test('a webhook that the server sends is verified', async () => {
  const { client, mail, world } = shared
  await using receiver = await webhookReceiver([webhookSecret])
  await storeWebhook(world.deps, { serviceId: world.tenant.serviceId, url: receiver.url, events: ['message.received'] })
  // So long a process remembers that a service has no webhook.
  world.elapse(1_000)
  const { address } = await (await client()).createInbox()

  await mail(address, codeMail('482913'))
  const { headers, body } = await waitFor(() => receiver.calls.find((call) => call.body.includes(address)))

  expect(verifyWebhook(headers, body, webhookSecret)).toMatchObject({
    type: 'message.received',
    livemode: true,
    data: { toAddr: address, otpCode: '482913', serviceId: world.tenant.serviceId },
  })
})

test('two hundred tests at a time under one key, each with its own address, get their own codes', async () => {
  const { client, mail } = shared
  const inlet = await client()
  const signUp = async (index: number) => {
    const code = String(300_000 + index * 7)
    const inbox = await inlet.createInbox()
    const waiting = inbox.waitForCode()
    await mail(inbox.address, codeMail(code))
    return [code, await waiting]
  }

  const codes = await Promise.all(Array.from({ length: 200 }, (_, index) => signUp(index)))

  for (const [sent, read] of codes) expect(read).toBe(sent)
})
