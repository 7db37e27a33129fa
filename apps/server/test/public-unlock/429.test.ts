import { expect, test } from 'vitest'
import { inOneWindow } from '../support/in-one-window.ts'
import '../support/match-error.ts'
import { askAsVisitor, lockPassword, setLock, unlock, visitorHeadersOf } from '../support/visits.ts'
import { startWorld } from '../support/world.ts'

test('the sixth try to unlock in a quarter of an hour is 429, also with the right password; the headers show the tighter limit', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', TRUSTED_PROXIES: '127.0.0.1' } })
  await setLock(world)
  const host = world.tenant.publicDomain.hostname
  let client = 0
  const unlock = (password: string) =>
    askAsVisitor(world, '/unlock', {
      method: 'POST',
      body: { host, password },
      headers: { 'x-forwarded-for': `198.51.100.${client}` },
    })

  const answers = await inOneWindow(async () => {
    client += 1
    const wrong = []
    for (let n = 0; n < 5; n += 1) wrong.push(await unlock('wrong'))
    return [...wrong, await unlock(lockPassword)]
  })

  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429])
  expect(answers.map(({ headers }) => headers['x-ratelimit-limit'])).toEqual(['5', '5', '5', '5', '5', '5'])
  expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['4', '3', '2', '1', '0', '0'])
  const last = answers.at(-1)
  expect(last).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
  expect(Number(last?.headers['retry-after'])).toBeLessThanOrEqual(900)
  client += 1
  expect((await unlock(lockPassword)).status).toBe(200)
})

test('the clients of one IPv6 /48 have eight times the tries of one together, and another network has its own', async () => {
  const settings = { INLET_ROLE: 'http', TRUSTED_PROXIES: '127.0.0.1', UNLOCKS_PER_QUARTER_HOUR: '1' }
  await using world = await startWorld({ settings })
  await setLock(world)
  const body = { host: world.tenant.publicDomain.hostname, password: lockPassword }
  const unlockFrom = (client: string) =>
    askAsVisitor(world, '/unlock', { method: 'POST', body, headers: { 'x-forwarded-for': client } })
  let network = 0

  const answers = await inOneWindow(async () => {
    network += 2
    const ofOne = []
    for (let n = 0; n < 10; n += 1) ofOne.push(await unlockFrom(`2001:db8:${network}:${n}::1`))
    return [...ofOne, await unlockFrom(`2001:db8:${network + 1}::1`)]
  })

  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 8 }, () => 200), 429, 429, 200])
})

test('wrong passwords of a lock are limited for all clients together; whoever has a token, and another service, is let in', async () => {
  const settings = { INLET_ROLE: 'http', TRUSTED_PROXIES: '127.0.0.1', WRONG_LOCK_PASSWORDS_PER_QUARTER_HOUR: '3' }
  await using world = await startWorld({ settings })
  await setLock(world)
  await setLock(world, undefined, world.stranger)
  const token = await unlock(world)
  let client = 0
  const unlockFromElsewhere = (password: string, { headers = {}, tenant = world.tenant } = {}) => {
    client += 1
    return askAsVisitor(world, '/unlock', {
      method: 'POST',
      body: { host: tenant.publicDomain.hostname, password },
      headers: { 'x-forwarded-for': `203.0.113.${client}`, ...headers },
    })
  }

  const answers = await inOneWindow(async () => [
    await unlockFromElsewhere(lockPassword),
    await unlockFromElsewhere('wrong'),
    await unlockFromElsewhere('wrong'),
    await unlockFromElsewhere('wrong'),
    await unlockFromElsewhere(lockPassword),
    await unlockFromElsewhere(lockPassword, { headers: visitorHeadersOf({ token: 'invented' }) }),
    await unlockFromElsewhere(lockPassword, { headers: visitorHeadersOf({ token }) }),
    await unlockFromElsewhere(lockPassword, { tenant: world.stranger }),
  ])

  expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 401, 429, 429, 200, 200])
  expect(answers[4]).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
})
