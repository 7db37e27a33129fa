import { InletApiError, InletError, InletNetworkError, InletTimeoutError } from '@inlet/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failingProxy } from '../support/failing-proxy.ts'
import { codeMail, startClientWorld } from './client-world.ts'

let shared: Awaited<ReturnType<typeof startClientWorld>>
beforeAll(async () => {
  shared = await startClientWorld({ settings: { HELD_CALLS_PER_KEY: '2' } })
})
afterAll(() => shared[Symbol.asyncDispose]())

const soon = { 'retry-after': '0' }

/** A client that reaches the server by a proxy. */
async function behindProxy() {
  const proxy = await failingProxy(shared.world.httpPort)
  return {
    proxy,
    inlet: await shared.client({ baseUrl: proxy.url }),
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  }
}

test('calls are repeated over 429, 503, a proxy’s 502 and broken connections until they are answered', async () => {
  await using there = await behindProxy()
  const inbox = await there.inlet.createInbox()
  there.proxy.failNext({ status: 429, headers: soon }, { status: 503, headers: soon }, 'reset', {
    status: 502,
    headers: soon,
  })

  const waiting = inbox.waitForCode()
  await shared.mail(inbox.address, codeMail('482913'))

  expect(await waiting).toBe('482913')
  expect(there.proxy.calls).toHaveLength(6)
})

test('a creation whose answer is lost is repeated under its idempotency key, and creates one address', async () => {
  await using there = await behindProxy()
  const localPart = 'lost-answer'
  there.proxy.failNext('lose')

  const { fullAddress } = await there.inlet.createAddress({ localPart })

  const found = []
  for await (const address of there.inlet.listAddresses({ text: localPart })) found.push(address.fullAddress)
  expect(found).toEqual([fullAddress])
  expect(there.proxy.calls.filter((call) => call.startsWith('POST'))).toHaveLength(2)
})

test('a wait goes on where a held call ends without a message', async () => {
  await using there = await behindProxy()
  const inbox = await there.inlet.createInbox()
  const nothing = { status: 200, body: '{"data":[],"meta":{"cursor":"","hasMore":false}}' }
  there.proxy.failNext(nothing, nothing, nothing)

  const waiting = inbox.waitForCode({ timeoutMs: 120_000 })
  await shared.mail(inbox.address, codeMail('482913'))

  expect(await waiting).toBe('482913')
  expect(there.proxy.calls.slice(-4).map((call) => call.match(/waitSeconds=(\d+)/)?.[1])).toEqual([
    '25',
    '25',
    '25',
    '25',
  ])
})

test('where the server holds fewer calls for the key than there are waits, each still gets its code', async () => {
  const inlet = await shared.client()
  const inboxes = await Promise.all(Array.from({ length: 5 }, () => inlet.createInbox()))

  const waits = inboxes.map((inbox) => inbox.waitForCode())
  await Promise.all(inboxes.map(({ address }, index) => shared.mail(address, codeMail(`48291${index}`))))

  expect(await Promise.all(waits)).toEqual(inboxes.map((_, index) => `48291${index}`))
})

test('a wait whose held calls are refused to its end returns what has come, or says that nothing has', async () => {
  await using there = await behindProxy()
  const inbox = await there.inlet.createInbox()
  const refused = { status: 429, headers: { 'retry-after': '1' } }
  await shared.mail(inbox.address, codeMail('482913'))

  there.proxy.failNext(refused)
  const code = await inbox.waitForCode({ timeoutMs: 500 })
  const other = await there.inlet.createInbox()
  there.proxy.failNext(refused)
  await other.expectNoMessage({ timeoutMs: 500 })

  expect(code).toBe('482913')
})

test('a wait whose calls all fail says why, and is no proof that nothing came', async () => {
  await using there = await behindProxy()
  const inbox = await there.inlet.createInbox()
  const away = Array.from({ length: 20 }, () => ({ status: 503, headers: { 'retry-after': '1' } }))
  there.proxy.failNext(...away)

  const error = await inbox.waitForCode({ timeoutMs: 500 }).catch((error) => error)
  const quiet = await inbox.expectNoMessage({ timeoutMs: 500 }).catch((error) => error)

  expect(error).toBeInstanceOf(InletTimeoutError)
  expect(error.message).toMatch(
    /^No mail with a code came to \S+ within 0\.5 s\. The last call failed: This is no answer of Inlet.*503/,
  )
  expect(error.cause).toBeInstanceOf(InletApiError)
  expect(quiet).toBeInstanceOf(InletTimeoutError)
})

test('a refusal has status, code, details and the request’s id, and is not repeated', async () => {
  await using there = await behindProxy()
  const { stranger } = shared.world

  const error = await there.inlet.inbox(`code@${stranger.domain.hostname}`).catch((error) => error)

  expect(error).toBeInstanceOf(InletApiError)
  expect(error).toBeInstanceOf(InletError)
  expect(error).toMatchObject({ status: 403, code: 'FORBIDDEN', details: [{ code: 'wrong_service' }] })
  expect(shared.world.lines.some((line) => line.includes(error.requestId))).toBe(true)
  expect(error.message).toContain(error.requestId)
  expect(there.proxy.calls).toHaveLength(1)
})

test('a page of a proxy that is no JSON, and a redirect, are refused, and the key does not go where they lead', async () => {
  await using there = await behindProxy()
  await using elsewhere = await failingProxy(shared.world.httpPort)
  const id = '01JD3QA4C9F1H3J5K7M9N1P3R5'

  there.proxy.failNext({ status: 200, body: '<html>Log in</html>' })
  await expect(there.inlet.message(id)).rejects.toMatchObject({ name: 'InletApiError', status: 200, code: null })
  there.proxy.failNext({ status: 302, headers: { location: elsewhere.url } })
  await expect(there.inlet.message(id)).rejects.toMatchObject({ name: 'InletApiError', status: 302, code: null })

  expect(elsewhere.calls).toEqual([])
})

test('a call that gets no answer at all fails after some tries, with the id that it was sent with', async () => {
  await using there = await behindProxy()
  there.proxy.failNext('reset', 'reset', 'reset', 'reset', 'reset')

  const error = await there.inlet.message('01JD3QA4C9F1H3J5K7M9N1P3R5').catch((error) => error)

  expect(error).toBeInstanceOf(InletNetworkError)
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(there.proxy.calls).toHaveLength(5)
})
