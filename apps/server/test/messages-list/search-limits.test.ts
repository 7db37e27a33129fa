import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { openChangeStreams } from '../support/open-change-streams.ts'
import { sharedServer } from '../support/shared-server.ts'
import { plainMail, startWorld, type World } from '../support/world.ts'

const newWorld = sharedServer()

const codeMail = plainMail({ subject: 'Your code', text: 'Your verification code is 482913' })

/** Takes all turns of a service to look, until the returned function is called. */
function takeSearches({ deps, tenant }: World, looks: number): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (let n = 0; n < looks; n += 1) {
    void deps.searchQueue.quickLook({ serviceId: tenant.serviceId, maxWaitMs: 0 }, () => promise)
  }
  return resolve
}

test('above the limit of searches of one service the next gets 429 with the reason; calls that an index answers, and other services, do not', async () => {
  await using world = await startWorld({ settings: { SEARCHES_PER_SERVICE: '1', METRICS_PORT: '0' } })
  const { fullAddress } = await world.address('code')
  const others = await world.address('code', world.stranger)
  const othersKey = await world.apiKey({ scope: 'read', tenant: world.stranger })
  const free = takeSearches(world, 1)

  const refused = await Promise.all([world.inbox(fullAddress, '?q=needle'), world.addresses('?q=cod')])

  for (const answer of refused) {
    expect(answer).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
    expect(answer.body.error.message).toMatch(/too many searches of this service/i)
    expect(answer.headers['retry-after']).toBe('1')
  }
  expect((await world.inbox(fullAddress)).status).toBe(200)
  expect((await world.addresses()).status).toBe(200)
  expect((await world.inbox(others.fullAddress, '?q=needle', { key: othersKey })).status).toBe(200)
  free()
  expect((await world.inbox(fullAddress, '?q=needle')).status).toBe(200)
})

test('above the limit of the process other services get 429 too', async () => {
  await using world = await startWorld({ settings: { SEARCHES_PER_PROCESS: '1' } })
  const others = await world.address('code', world.stranger)
  const key = await world.apiKey({ scope: 'read', tenant: world.stranger })
  const free = takeSearches(world, 1)

  const refused = await world.inbox(others.fullAddress, '?q=needle', { key })

  expect(refused).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
  expect(refused.body.error.message).toMatch(/^too many searches run/i)
  free()
})

test('a long poll waits in the search queue, and is answered after its search', async () => {
  await using world = await startWorld({ settings: { SEARCHES_PER_SERVICE: '1' } })
  const { fullAddress } = await world.address('code')
  await world.send(codeMail, fullAddress)
  const free = takeSearches(world, 1)
  let isAnswered = false
  const held = world.inbox(fullAddress, '?q=code&waitSeconds=60').finally(() => {
    isAnswered = true
  })

  // Longer than a call waits that is not held.
  const plain = await world.inbox(fullAddress, '?q=code')
  const wasAnswered = isAnswered
  free()

  expect([plain.status, wasAnswered]).toEqual([429, false])
  expect((await held).body).toMatchObject({ data: [{ otpCode: '482913' }] })
})

test('a wait for a code takes no turn of the searches in a small inbox, and one in a large inbox from a position on; other filters neither', async () => {
  await using world = await startWorld({ settings: { SEARCHES_PER_SERVICE: '1' } })
  const [small, large] = [await world.address('small'), await world.address('large')]
  const details = Array.from({ length: 60 }, (_, n) => large.fullAddress.replace('@', `+n${n}@`))
  await world.send(plainMail(), details)
  const position = (await world.inbox(large.fullAddress, '?limit=1')).body.data[0]?.id
  await world.send(codeMail, [small.fullAddress, large.fullAddress])
  const free = takeSearches(world, 1)

  const found = await Promise.all([
    world.inbox(small.fullAddress, '?hasOtp=true&waitSeconds=60'),
    world.inbox(large.fullAddress, `?hasOtp=true&waitSeconds=60&after=${position}`),
    world.inbox(small.fullAddress, '?from=elsewhere&subject=your&tag=otp'),
    world.inbox(small.fullAddress, '?from=nobody'),
  ])
  const whole = await world.inbox(large.fullAddress, '?hasOtp=true')
  free()

  expect(found.map(({ body }) => body.data.map(({ toAddr }: { toAddr: string }) => toAddr))).toEqual([
    [small.fullAddress],
    [large.fullAddress],
    [small.fullAddress],
    [],
  ])
  expect(whole).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
  expect((await world.inbox(large.fullAddress, '?hasOtp=true')).body.data).toMatchObject([{ otpCode: '482913' }])
})

test('fifty tests that wait for their codes with one key, each in an inbox of its own, all get them', async () => {
  const world = await newWorld()
  const names = Array.from({ length: 50 }, (_, n) => `worker-${n}`)
  const inboxes = await Promise.all(names.map((name) => world.address(name)))

  const held = inboxes.map(({ fullAddress }) => world.inbox(fullAddress, '?hasOtp=true&waitSeconds=60'))
  await waitFor(() => openChangeStreams(world))
  await Promise.all(inboxes.map(({ fullAddress }) => world.send(codeMail, fullAddress)))
  const answers = await Promise.all(held)

  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
  expect(answers.map(({ body }) => body.data[0]?.toAddr)).toEqual(inboxes.map(({ fullAddress }) => fullAddress))
})
