import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { readMetrics } from '../support/metrics-page.ts'
import { openChangeStreams } from '../support/open-change-streams.ts'
import {
  askAsVisitor,
  generate,
  inboxPassword,
  protectedAddress,
  receive,
  setLock,
  unlock,
  visitorHeadersOf,
} from '../support/visits.ts'
import { startWorld } from '../support/world.ts'

const settings = { INLET_ROLE: 'http', PUBLIC_REQUESTS_PER_MINUTE: '1000', TRUSTED_PROXIES: '127.0.0.1' }

test('a held call gets no mail once the password of the lock has changed', async () => {
  await using world = await startWorld({ settings })
  const { full } = await generate(world)
  await setLock(world)
  const headers = visitorHeadersOf({ token: await unlock(world) })

  const held = askAsVisitor(world, `/inbox/${full}?waitSeconds=60`, { headers })
  await waitFor(() => openChangeStreams(world))
  await setLock(world)
  await receive(world, full, 'Secret')

  expect(await held).toMatchError(401, 'UNAUTHORIZED', 'unlock_required')
})

test('a held call gets no mail once the inbox has another password', async () => {
  await using world = await startWorld({ settings })
  const full = await protectedAddress(world, 'protected')
  const other = await protectedAddress(world, 'other', 'another one')

  const held = askAsVisitor(world, `/inbox/${full}?waitSeconds=60`, {
    headers: visitorHeadersOf({ password: inboxPassword }),
  })
  await waitFor(() => openChangeStreams(world))
  const addresses = world.deps.db.collection('addresses')
  const { passwordHash } = Object(await addresses.findOne({ fullAddress: other }))
  await addresses.updateOne({ fullAddress: full }, { $set: { passwordHash } })
  await receive(world, full, 'Secret')

  expect(await held).toMatchError(401, 'UNAUTHORIZED', 'inbox_password_invalid')
})

test('a client holds at most as many calls as it may, and another one is served', async () => {
  await using world = await startWorld({ settings: { ...settings, HELD_CALLS_PER_VISITOR: '2' } })
  const { full } = await generate(world)
  const end = new AbortController()
  const hold = (client: string, waitSeconds = 60) =>
    askAsVisitor(world, `/inbox/${full}?waitSeconds=${waitSeconds}`, {
      headers: { 'x-forwarded-for': client },
      signal: end.signal,
    })

  const held = [hold('198.51.100.1'), hold('198.51.100.1')]
  await waitFor(async () => (await hold('198.51.100.1', 1)).status === 429)

  expect(await hold('198.51.100.1')).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
  expect((await hold('198.51.100.2', 1)).status).toBe(200)
  await receive(world, full, 'For all')
  for (const { body } of await Promise.all(held)) expect(body.data.messages).toMatchObject([{ subject: 'For all' }])
  end.abort()
})

test('however many clients visitors have, they leave places among the held calls of a process to keys', async () => {
  const limits = { HELD_CALLS_PER_PROCESS: '5', METRICS_PORT: '0' }
  await using world = await startWorld({ settings: { ...settings, ...limits } })
  const { full } = await generate(world)
  const hold = (client: number) =>
    askAsVisitor(world, `/inbox/${full}?waitSeconds=60`, { headers: { 'x-forwarded-for': `198.51.100.${client}` } })

  const held = [1, 2, 3, 4].map(hold)
  await waitFor(async () => (await readMetrics(world)).value('inlet_held_calls') === 4)

  expect(await hold(5)).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
  const ofKey = world.inbox(full, '?waitSeconds=60')
  await waitFor(async () => (await readMetrics(world)).value('inlet_held_calls') === 5)
  await receive(world, full, 'For all')
  expect((await ofKey).body.data).toMatchObject([{ subject: 'For all' }])
  for (const { status } of await Promise.all(held)) expect(status).toBe(200)
})
