import { limits } from '@inlet/contract'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { inOneWindow } from '../support/in-one-window.ts'
import { askAsVisitor, inboxPassword, protectedAddress, setLock, visitorHeadersOf } from '../support/visits.ts'
import { startWorld, type World } from '../support/world.ts'

const settings = { INLET_ROLE: 'http', TRUSTED_PROXIES: '127.0.0.1' }

/** Four processes before one database. */
async function startFour(more: Record<string, string> = {}): Promise<{ all: World[] } & AsyncDisposable> {
  const stack = new AsyncDisposableStack()
  const first = stack.use(await startWorld({ settings: { ...settings, ...more } }))
  const { databaseUri } = first
  const all = [first]
  for (let n = 1; n < 4; n += 1)
    all.push(stack.use(await startWorld({ databaseUri, settings: { ...settings, ...more } })))
  return { all, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

test('of many simultaneous calls of one client to four processes exactly thirty are served', async () => {
  await using four = await startFour()
  const [first] = four.all
  if (!first) throw new Error('no process')
  const path = `/domain-info?host=${first.tenant.publicDomain.hostname}`
  let client = 0

  const answers = await inOneWindow(async () => {
    client += 1
    const headers = { 'x-forwarded-for': `198.51.100.${client}` }
    return await Promise.all(
      Array.from({ length: 80 }, (_, n) => askAsVisitor(four.all[n % 4] ?? first, path, { headers })),
    )
  })

  const served = answers.filter(({ status }) => status === 200)
  expect(served).toHaveLength(limits.publicRequestsPerMinute)
  const left = served.map(({ headers }) => Number(headers['x-ratelimit-remaining']))
  expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: limits.publicRequestsPerMinute }, (_, n) => n))
})

test('of many simultaneous tries to unlock at four processes exactly five are checked', async () => {
  await using four = await startFour()
  const [first] = four.all
  if (!first) throw new Error('no process')
  await setLock(first)
  const body = { host: first.tenant.publicDomain.hostname, password: 'wrong' }
  let client = 0

  const answers = await inOneWindow(async () => {
    client += 1
    const headers = { 'x-forwarded-for': `198.51.100.${client}` }
    return await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        askAsVisitor(four.all[n % 4] ?? first, '/unlock', { method: 'POST', body, headers }),
      ),
    )
  })

  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array.from({ length: 5 }, () => 401),
    ...Array.from({ length: 11 }, () => 429),
  ])
})

test('ten wrong passwords of one inbox are checked, from however many clients and in however many processes', async () => {
  await using four = await startFour()
  const [first] = four.all
  if (!first) throw new Error('no process')
  let inbox = 0
  const ask = (full: string, password: string, n: number) =>
    askAsVisitor(four.all[n % 4] ?? first, `/inbox/${full}`, {
      headers: { ...visitorHeadersOf({ password }), 'x-forwarded-for': `203.0.113.${n + 1}` },
    })

  const answers = await inOneWindow(async () => {
    inbox += 1
    const full = await protectedAddress(first, `guessed-${inbox}`)
    const guesses = await Promise.all(Array.from({ length: 24 }, (_, n) => ask(full, `wrong ${n}`, n)))
    return [...guesses, await ask(full, inboxPassword, 50 + inbox)].filter(({ status }) => status !== 401)
  })

  // Ten of 24 were 401; the right password is refused too until the window ends.
  expect(answers).toHaveLength(15)
  for (const answer of answers) {
    expect(answer).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
    expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0' })
  }
})

test('ten wrong passwords of one client are checked, of however many inboxes; right ones do not count', async () => {
  await using world = await startWorld({ settings: { ...settings, PUBLIC_REQUESTS_PER_MINUTE: '1000' } })
  const inboxes: string[] = []
  for (let n = 0; n < 3; n += 1) inboxes.push(await protectedAddress(world, `protected-${n}`))
  let client = 0
  const ask = (n: number, password: string) =>
    askAsVisitor(world, `/inbox/${inboxes[n % 3]}`, {
      headers: { ...visitorHeadersOf({ password }), 'x-forwarded-for': `198.51.100.${client}` },
    })

  const answers = await inOneWindow(async () => {
    client += 1
    for (let n = 0; n < 15; n += 1) expect((await ask(n, inboxPassword)).status).toBe(200)
    const guesses = []
    for (let n = 0; n < 12; n += 1) guesses.push(await ask(n, 'wrong'))
    return guesses.slice(3)
  })

  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401, 401, 429, 429])
})

test('wrong passwords of one IPv6 /48 are limited to eight times those of a client, and no other network is', async () => {
  const more = { PUBLIC_REQUESTS_PER_MINUTE: '1000', WRONG_INBOX_PASSWORDS_PER_QUARTER_HOUR: '2' }
  await using world = await startWorld({ settings: { ...settings, ...more } })
  const inboxes: string[] = []
  for (let n = 0; n < 10; n += 1) inboxes.push(await protectedAddress(world, `protected-${n}`))
  let network = 0
  const ask = (client: string, n: number, password: string) =>
    askAsVisitor(world, `/inbox/${inboxes[n % 10]}`, {
      headers: { ...visitorHeadersOf({ password }), 'x-forwarded-for': client },
    })

  const answers = await inOneWindow(async () => {
    network += 2
    const guesses = []
    for (let n = 0; n < 18; n += 1) guesses.push(await ask(`2001:db8:${network}:${n}::1`, n, 'wrong'))
    return [...guesses, await ask(`2001:db8:${network + 1}::1`, 9, 'wrong')]
  })

  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 16 }, () => 401), 429, 429, 401])
})

test('a client who had the password right is let in after strangers used up the guesses of the inbox, and has ten for itself', async () => {
  await using world = await startWorld({ settings: { ...settings, PUBLIC_REQUESTS_PER_MINUTE: '1000' } })
  const full = await protectedAddress(world, 'owned')
  const ask = (client: string, password: string) =>
    askAsVisitor(world, `/inbox/${full}`, { headers: { ...visitorHeadersOf({ password }), 'x-forwarded-for': client } })
  const owner = '198.51.100.1'
  expect((await ask(owner, inboxPassword)).status).toBe(200)

  const answers = await inOneWindow(async () => {
    for (let n = 0; n < 10; n += 1) await ask(`203.0.113.${n}`, 'wrong')
    const ofStranger = await ask('203.0.113.99', inboxPassword)
    expect((await ask(owner, inboxPassword)).status).toBe(200)
    const ofOwner = []
    for (let n = 0; n < 11; n += 1) ofOwner.push(await ask(owner, 'wrong'))
    return [ofStranger, ...ofOwner]
  })

  expect(answers.map(({ status }) => status)).toEqual([429, ...Array.from({ length: 10 }, () => 401), 429])
})
