import { expect, test } from 'vitest'
import { inOneWindow } from '../support/in-one-window.ts'
import '../support/match-error.ts'
import { askAsVisitor, lockPassword, setLock } from '../support/visits.ts'
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
