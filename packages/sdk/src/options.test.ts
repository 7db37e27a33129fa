import { expect, test, vi } from 'vitest'
import { longestMs } from './check-options.ts'
import { Inlet } from './inlet.ts'
import { type Fetch, readSettings } from './options.ts'
import { realTimers } from './real-time.ts'

const env = {
  INLET_URL: 'https://inlet.example.com',
  INLET_KEY: 'inlet_live_key',
  INLET_SERVICE: 'S',
  INLET_DOMAIN: 'D',
}

test('what the options leave out comes from the environment', () => {
  expect(readSettings({}, env)).toMatchObject({ apiKey: 'inlet_live_key', serviceId: 'S', domainId: 'D' })
  expect(readSettings({ apiKey: 'inlet_test_key', domainId: 'E' }, env)).toMatchObject({
    apiKey: 'inlet_test_key',
    serviceId: 'S',
    domainId: 'E',
  })
})

test.each([
  ['https://inlet.example.com', 'https://inlet.example.com/v1'],
  ['https://inlet.example.com/', 'https://inlet.example.com/v1'],
  ['https://inlet.example.com/v1', 'https://inlet.example.com/v1'],
  ['https://inlet.example.com/v1/', 'https://inlet.example.com/v1'],
  ['http://127.0.0.1:8080/below', 'http://127.0.0.1:8080/below/v1'],
])('the URL %s leads to %s', (baseUrl, expected) => {
  expect(readSettings({ baseUrl }, env).baseUrl).toBe(expected)
})

test('what is missing is named, with both ways to give it', () => {
  expect(() => readSettings({}, { ...env, INLET_URL: undefined })).toThrow(
    'There is no baseUrl: give it to new Inlet({ baseUrl }), or set INLET_URL in the environment',
  )
  expect(() => readSettings({}, { ...env, INLET_KEY: '' })).toThrow('There is no apiKey')
  expect(() => readSettings({ baseUrl: 'inlet' }, env)).toThrow('baseUrl is no URL')
})

test('neither an error nor a look at the client shows the key', () => {
  const apiKey = 'inlet_live_secret'
  const client = new Inlet({ baseUrl: 'https://inlet.example.com', apiKey })

  expect(() => readSettings({ apiKey: `${apiKey}\n` }, env)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining(apiKey) }),
  )
  expect(JSON.stringify(client) + String(client)).not.toContain(apiKey)
})

const given = { baseUrl: 'https://inlet.example.com', apiKey: 'inlet_live_key', serviceId: 'S', domainId: 'D' }

/** A client whose calls are answered by `answer`, and what they were. */
function answered(answer: object, options: object = {}) {
  const calls: Parameters<Fetch>[] = []
  const inlet = new Inlet({
    ...given,
    fetch: async (...call) => {
      calls.push(call)
      return Response.json(answer)
    },
    ...options,
  })
  return { inlet, calls }
}

const nothing = { data: [], meta: { cursor: '', hasMore: false } }
const misspelt: object = { sender: 'shop.example' }

test('an option that is misspelt or null is an error that names the options, and no call is made', async () => {
  const { inlet, calls } = answered(nothing)
  const inbox = await inlet.inbox('code@example.com', { since: '01JD3QA4C9F1H3J5K7M9N1P3R5' })
  const wrong = 'There is no option "sender": the options are'

  expect(() => new Inlet({ ...given, ...misspelt })).toThrow(`${wrong} baseUrl, apiKey`)
  for (const call of [
    () => inbox.waitForMessage(misspelt),
    () => inbox.waitForCode(misspelt),
    () => inbox.waitForLink(misspelt),
    () => inbox.expectNoMessage(misspelt),
    () => inbox.received(misspelt),
    async () => inlet.messages(inbox.address, misspelt),
    async () => inlet.listAddresses(misspelt),
    ...[inbox.address, 'not-opened@example.com'].flatMap((address) => [
      () => inlet.waitForMessage(address, misspelt),
      () => inlet.waitForCode(address, misspelt),
      () => inlet.waitForLink(address, misspelt),
      () => inlet.expectNoMessage(address, misspelt),
    ]),
    () => inlet.inbox(inbox.address, misspelt),
    () => inlet.createInbox(misspelt),
    () => inlet.createAddress({}, misspelt),
    () => inlet.message('M', misspelt),
    () => inlet.source('M', misspelt),
    () => inlet.attachment('M', 0, misspelt),
  ]) {
    await expect(call()).rejects.toThrow(wrong)
  }
  const empty: object = { from: null }
  await expect(inbox.waitForCode(empty)).rejects.toThrow('The option from is null')
  expect(calls).toEqual([])
})

test.each([Number.NaN, -1, Number.POSITIVE_INFINITY, 2 ** 31, 2 ** 31 - 1, '5000', '5s', true])(
  'a time-out of %s is an error, and no wait that ends at once or never',
  async (value) => {
    // biome-ignore lint/suspicious/noExplicitAny: as JavaScript hands it over
    const wrong: any = value
    const { inlet, calls } = answered(nothing)
    const inbox = await inlet.inbox('code@example.com', { since: '01JD3QA4C9F1H3J5K7M9N1P3R5' })

    await expect(inbox.waitForCode({ timeoutMs: wrong })).rejects.toThrow(/^timeoutMs is .+: it is a number of/)
    await expect(inbox.expectNoMessage({ timeoutMs: wrong })).rejects.toThrow('timeoutMs is')
    await expect(inlet.waitForCode('not-opened@example.com', { timeoutMs: wrong })).rejects.toThrow('timeoutMs is')
    expect(() => new Inlet({ ...given, waitTimeoutMs: wrong })).toThrow('waitTimeoutMs is')
    expect(() => new Inlet({ ...given, callTimeoutMs: wrong })).toThrow('callTimeoutMs is')
    expect(calls).toEqual([])
  },
)

test('with the longest time-outs no timer is so long that it fires at once, not that of a call which is held either', async () => {
  const started = vi.spyOn(realTimers, 'setTimeout')
  const found = {
    data: [{ id: '01JD3QA4C9F1H3J5K7M9N1P3R6', otpCode: '482913' }],
    meta: { cursor: '', hasMore: false },
  }
  const inlet = new Inlet({
    ...given,
    callTimeoutMs: longestMs,
    waitTimeoutMs: longestMs,
    fetch: async (url) => Response.json(url.includes('waitSeconds=0') ? nothing : found),
  })

  const code = await inlet.waitForCode('code@example.com')

  const longest = Math.max(...started.mock.calls.map(([, ms]) => Number(ms)))
  expect(code).toBe('482913')
  expect(longest).toBeGreaterThan(longestMs)
  expect(longest).toBeLessThan(2 ** 31)
})

const ownHeaders = {
  'CF-Access-Client-Id': 'us',
  'User-Agent': 'tests',
  'X-API-Key': 'other',
  Accept: 'text/html',
}

test.each([
  ['an object', ownHeaders],
  ['Headers', new Headers(ownHeaders)],
  ['a Map', new Map(Object.entries(ownHeaders))],
  ['pairs', Object.entries(ownHeaders)],
])(
  'calls go through the fetch of the options, with its headers (%s), which replace none that the client needs',
  async (_, headers) => {
    const { inlet, calls } = answered(nothing, { headers })

    for await (const _ of inlet.messages('code@example.com')) throw new Error('there is none')

    expect(calls).toMatchObject([
      [
        'https://inlet.example.com/v1/inboxes/code%40example.com/messages?limit=100&waitSeconds=0',
        {
          method: 'GET',
          redirect: 'manual',
          headers: {
            'cf-access-client-id': 'us',
            'user-agent': 'tests',
            'x-api-key': 'inlet_live_key',
            accept: 'application/json',
          },
        },
      ],
    ])
  },
)

test('a header with a line break is refused, and its value is not shown', () => {
  expect(() => new Inlet({ ...given, headers: { 'X-Gate': 'secret\r\nx-other: 1' } })).toThrow(
    expect.objectContaining({ message: expect.stringMatching(/^headers: "X-Gate" has characters(?!.*secret)/) }),
  )
})

test.each([
  [{ 'X-Gate': undefined }, '"X-Gate" has a name or a value that is no text'],
  [new Map([['X-Gate', 5]]), '"X-Gate" has a name or a value that is no text'],
  [['X-Gate', 'secret'], 'no text'],
  ['X-Gate: secret', 'headers is none of Headers'],
])('headers that would not be sent as they are given are refused: %j', (headers, reason) => {
  const options: object = { ...given, headers }

  expect(() => new Inlet(options)).toThrow(reason)
  expect(() => new Inlet(options)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('secret') }))
})

test.each(['', 'code@example.com', '01jd3qa4c9f1h3j5k7m9n1p3r5', '01JD3QA4C9F1H3J5K7M9N1P3R5.'])(
  'an inbox does not begin at %j, which is no position',
  async (since) => {
    const { inlet } = answered(nothing)

    await expect(inlet.inbox('code@example.com', { since })).rejects.toThrow('since is no position')
  },
)
