import { InletTimeoutError, UnexpectedMessageError } from '@inlet/client'
import { waitFor } from '@inlet/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChangeStreams } from '../support/open-change-streams.ts'
import { startWorld } from '../support/world.ts'
import { codeMail, sendMail, startClientWorld } from './client-world.ts'

let shared: Awaited<ReturnType<typeof startClientWorld>>
beforeAll(async () => {
  shared = await startClientWorld()
})
afterAll(() => shared[Symbol.asyncDispose]())

test('a code that was there when the inbox was opened never comes back, however new it is', async () => {
  const { client, mail } = shared
  const inlet = await client()
  const { fullAddress } = await inlet.createAddress()
  await mail(fullAddress, codeMail('111111'))

  const inbox = await inlet.inbox(fullAddress)
  const waiting = inbox.waitForCode()
  await mail(fullAddress, codeMail('222222'))

  expect(await waiting).toBe('222222')
})

test('each wait returns the next code, whether it came before the wait or comes during it', async () => {
  const { client, mail } = shared
  const inbox = await (await client()).createInbox()
  const codes = []

  await mail(inbox.address, codeMail('111111'))
  await mail(inbox.address, codeMail('222222'))
  codes.push(await inbox.waitForCode(), await inbox.waitForCode())
  const third = inbox.waitForCode()
  await mail(inbox.address, codeMail('333333'))

  expect([...codes, await third]).toEqual(['111111', '222222', '333333'])
  await expect(inbox.waitForCode({ timeoutMs: 0 })).rejects.toThrow(InletTimeoutError)
})

test('waits at the same time return different codes', async () => {
  const { client, mail } = shared
  const inbox = await (await client()).createInbox()

  const waits = ['111111', '222222', '333333'].map(() => inbox.waitForCode())
  for (const code of ['111111', '222222', '333333']) await mail(inbox.address, codeMail(code))

  expect((await Promise.all(waits)).sort()).toEqual(['111111', '222222', '333333'])
})

test('a wait with a filter leaves other mail to other waits', async () => {
  const { client, mail } = shared
  const inbox = await (await client()).createInbox()
  await mail(inbox.address, { subject: 'Welcome', from: 'hello@other.example' })
  await mail(inbox.address.replace('@', '+shop@'), { subject: 'Invoice', text: 'Twenty pounds of flour.' })

  const bySender = await inbox.waitForMessage({ from: 'SHOP.example' })
  const bySubject = await inbox.waitForMessage({ subject: 'welcome' })

  expect([bySender.subject, bySubject.subject]).toEqual(['Invoice', 'Welcome'])
  const opened = await inbox.received({ tag: 'plus:shop' })
  expect(opened.map(({ subject }) => subject)).toEqual(['Invoice'])
  expect(await inbox.received({ text: 'flour pounds' })).toEqual(opened)
})

test('a mail that a server with a slow clock receives is new, though its id is below that of an older mail', async () => {
  const { client, mail, world } = shared
  await using behind = await startWorld({ databaseUri: world.databaseUri, settings: { INLET_ROLE: 'smtp' } })
  behind.clock.advance(-3_000)
  const inlet = await client()
  const { fullAddress } = await inlet.createAddress()
  await mail(fullAddress, codeMail('111111'))
  const inbox = await inlet.inbox(fullAddress)

  await sendMail(behind, fullAddress, codeMail('222222'))
  const second = await inbox.waitForCode()
  const waiting = inbox.waitForCode()
  await waitFor(() => openChangeStreams(world))
  await sendMail(behind, fullAddress, codeMail('333333'))

  expect([second, await waiting]).toEqual(['222222', '333333'])
})

test('a link is found by its words or its URL, and a message comes with what was asked for', async () => {
  const { client, mail } = shared
  const inbox = await (await client()).createInbox()
  await mail(inbox.address, { subject: 'News', text: 'Read https://shop.example/news today.' })
  await mail(inbox.address, { subject: 'Confirm', text: 'Go to https://shop.example/verify?t=1 now.' })

  expect(await inbox.waitForLink({ link: /verify/ })).toBe('https://shop.example/verify?t=1')
  expect(await inbox.waitForLink()).toBe('https://shop.example/news')
  await mail(inbox.address, { subject: 'Again', text: 'Go to https://shop.example/again now.' })
  const message = await inbox.waitForMessage({ subject: 'Again', include: ['links', 'headers'] })
  expect(message.textBody).toContain('Go to')
  expect(message.links.map(({ url }) => url)).toEqual(['https://shop.example/again'])
  expect(message.headers.map(({ name }) => name)).toContain('Subject')
})

test('a wait that times out says what came instead', async () => {
  const { client, mail } = shared
  const inbox = await (await client()).createInbox()
  await mail(inbox.address, { subject: 'Welcome', from: 'hello@other.example' })
  await mail(inbox.address, { ...codeMail('482913'), subject: 'A code' })
  await mail(inbox.address, { subject: 'Line\r\n break' })
  expect(await inbox.waitForCode()).toBe('482913')

  const error = await inbox.waitForCode({ from: 'acme.com', timeoutMs: 100 }).catch((error) => error)

  expect(error).toBeInstanceOf(InletTimeoutError)
  expect(error.message).toBe(
    `No mail from acme.com, with a code came to ${inbox.address} within 0.1 s. 2 mails came, none from acme.com, with a code: "Welcome" from hello@other.example; "Line break" from hello@shop.example. 1 mail came that other waits of this inbox have returned.`,
  )
  expect(error).toMatchObject({ address: inbox.address, received: [{}, { otpCode: '482913' }, {}] })
})

test('a wait for which nothing came says so, and that older mail does not count', async () => {
  const { client, mail } = shared
  const inlet = await client()
  const empty = await inlet.createInbox()
  await expect(empty.waitForLink({ timeoutMs: 0 })).rejects.toThrow(
    `No mail with a link came to ${empty.address} within 0 s. Nothing has ever come.`,
  )

  await mail(empty.address)
  const late = await inlet.inbox(empty.address)
  await expect(late.waitForMessage({ subject: 'Hello', timeoutMs: 0 })).rejects.toThrow(
    `No mail with "Hello" in the subject came to ${empty.address} within 0 s. What was there before does not count: call inlet.inbox(address) before the step that sends the mail.`,
  )
})

test('a wait by address goes on from where the client opened or created the inbox', async () => {
  const { client, mail } = shared
  const inlet = await client()
  const { fullAddress } = await inlet.createAddress()
  await mail(fullAddress, codeMail('111111'))

  const first = await inlet.waitForCode(fullAddress)
  const second = inlet.waitForCode(fullAddress.toUpperCase())
  await mail(fullAddress, codeMail('222222'))

  expect([first, await second]).toEqual(['111111', '222222'])
  const stranger = await client()
  await expect(stranger.waitForCode(fullAddress, { timeoutMs: 100 })).rejects.toThrow('does not count')
})

test('a process goes on where another one is: what was there or returned is old, what came meanwhile is not', async () => {
  const { client, mail } = shared
  const here = await client()
  const { fullAddress: address } = await here.createAddress()
  await mail(address, codeMail('111111'))
  const inbox = await here.inbox(address)
  await mail(address, codeMail('222222'))
  await mail(address, codeMail('333333'))
  expect(await inbox.waitForCode()).toBe('222222')

  const there = await (await client()).inbox(address, { since: inbox.position })
  const third = await there.waitForCode()
  const fourth = there.waitForCode()
  await mail(address, codeMail('444444'))

  expect([third, await fourth]).toEqual(['333333', '444444'])
  expect((await there.received()).map(({ otpCode }) => otpCode)).toEqual(['333333', '444444'])
})

test('the position of an inbox without mail, and the id of a message, are where a wait can begin', async () => {
  const { client, mail } = shared
  const inbox = await (await client()).createInbox()
  const { address, position } = inbox
  await mail(address, codeMail('111111'))
  await mail(address, codeMail('222222'))
  const { id } = await inbox.waitForMessage()
  const there = await client()

  expect(await there.waitForCode(address, { since: position })).toBe('111111')
  expect(await there.waitForCode(address, { since: position })).toBe('222222')
  expect(await there.waitForCode(address, { since: id })).toBe('222222')
  await expect(there.waitForCode(address, { timeoutMs: 0 })).rejects.toThrow(InletTimeoutError)
})

test('an address that its first mail makes can be waited for before it exists', async () => {
  const { client, mail, world } = shared
  const inbox = await (await client()).inbox(`first@${world.tenant.publicDomain.hostname}`)

  const waiting = inbox.waitForCode()
  await mail(inbox.address, codeMail('482913'))

  expect(await waiting).toBe('482913')
})

test('expectNoMessage resolves where nothing that fits comes, and fails as soon as something does', async () => {
  const { client, mail } = shared
  const inbox = await (await client()).createInbox()
  await mail(inbox.address, { subject: 'Welcome' })

  await inbox.expectNoMessage({ hasCode: true, timeoutMs: 100 })
  const failed = await inbox.expectNoMessage({ timeoutMs: 60_000 }).catch((error) => error)

  expect(failed).toBeInstanceOf(UnexpectedMessageError)
  expect(failed.message).toBe(`A mail came to ${inbox.address}: "Welcome" from hello@shop.example`)
  expect((await inbox.waitForMessage()).subject).toBe('Welcome')
})

test('a mail that was sent for a link is waited for, past mails with others, and read with it', async () => {
  const { client, mail } = shared
  const inbox = await (await client()).createInbox()
  const url = 'https://shop.example/verify?token=4f9c1d2e7b8a6053'
  await mail(inbox.address, { subject: 'News', text: 'See https://shop.example/news now.' })
  await mail(inbox.address, { subject: 'Verify your email', text: `Verify your email:\r\n${url}` })

  const { action } = await inbox.waitForMessage({ hasAction: true, include: ['action'] })

  expect(action).toMatchObject({ url, kind: 'verify', isSendersDomain: true })
  await expect(inbox.waitForMessage({ hasAction: true, timeoutMs: 0 })).rejects.toThrow('No mail with an action came')
})

test('an abort ends the wait with its reason, and the server holds the call no longer', async () => {
  await using own = await startClientWorld()
  const inbox = await (await own.client()).createInbox()
  const controller = new AbortController()

  const ended = expect(inbox.waitForCode({ signal: controller.signal })).rejects.toThrow('the test is over')
  await waitFor(() => openChangeStreams(own.world))
  controller.abort(new Error('the test is over'))

  await ended
  await waitFor(async () => (await openChangeStreams(own.world)) === 0)
  await expect(inbox.waitForCode({ signal: controller.signal })).rejects.toThrow('the test is over')
})
