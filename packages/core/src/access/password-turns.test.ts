import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { passwordChecks, passwordHashes } from './password-turns.ts'

/** Work that runs until the test ends it. */
function heldWork() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    hold: (name: string) => () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      begun.push(name)
      ends.set(name, resolve)
      return promise
    },
    /** Ends it, and lets what waits begin. */
    async end(name: string) {
      ends.get(name)?.()
      await setImmediate()
    },
  }
}

/** The clients of an attack, each of a network of its own. */
const networks = Array.from({ length: 75 }, (_, n) => `203.0.113.${n}`)

test('checks that are held at one service, from however many networks, do not delay another’s', async () => {
  const run = passwordChecks()
  const { begun, hold, end } = heldWork()
  const attack = networks.map((network) => run({ serviceId: 'attacked', network }, hold(network)))
  await setImmediate()

  const honest = run({ serviceId: 'other', network: networks[0] ?? '' }, async () => 'checked')

  expect(await honest).toBe('checked')
  expect(begun).toEqual(networks.slice(0, 1))
  for (const network of networks) await end(network)
  await Promise.all(attack)
})

test('within a service a network waits for one check of each other, however many connections that has', async () => {
  const run = passwordChecks()
  const { begun, hold, end } = heldWork()
  const attack = Array.from({ length: 75 }, (_, n) =>
    run({ serviceId: 'a', network: '2001:db8:1::/48' }, hold(`attack ${n}`)),
  )
  const honest = run({ serviceId: 'a', network: '192.0.2.1' }, hold('honest'))
  await setImmediate()

  await end('attack 0')

  expect(begun).toEqual(['attack 0', 'honest'])
  await end('honest')
  for (let n = 1; n < 75; n += 1) await end(`attack ${n}`)
  await Promise.all([...attack, honest])
})

test('a client that had the password right before waits for one guess, from however many networks others guess', async () => {
  const run = passwordChecks()
  const { begun, hold, end } = heldWork()
  const attack = networks.map((network) => run({ serviceId: 'a', network }, hold(network)))
  const known = run({ serviceId: 'a', network: '192.0.2.1', isKnown: true }, hold('known'))
  await setImmediate()

  await end(networks[0] ?? '')

  expect(begun).toEqual([networks[0], 'known'])
  await end('known')
  for (const network of networks.slice(1)) await end(network)
  await Promise.all([...attack, known])
})

test('known clients do not keep out new ones, from however many networks they come', async () => {
  const run = passwordChecks()
  const { begun, hold, end } = heldWork()
  const known = networks.map((network) => run({ serviceId: 'a', network, isKnown: true }, hold(network)))
  const first = run({ serviceId: 'a', network: '192.0.2.1' }, hold('new'))
  await setImmediate()

  await end(networks[0] ?? '')

  expect(begun).toEqual([networks[0], 'new'])
  await end('new')
  for (const network of networks.slice(1)) await end(network)
  await Promise.all([...known, first])
})

test('a check that waits for too long is refused, and a later one is run', async () => {
  const run = passwordChecks(0)
  const { hold, end } = heldWork()
  const visit = { serviceId: 'a', network: '192.0.2.1' }
  const first = run(visit, hold('first'))

  await expect(run(visit, async () => 'second')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    facts: { retryAfterSeconds: 2 },
  })

  await end('first')
  await first
  expect(await run(visit, async () => 'third')).toBe('third')
})

test('new passwords are hashed in turns of services, however many one of them sets', async () => {
  const run = passwordHashes()
  const { begun, hold, end } = heldWork()
  const many = Array.from({ length: 100 }, (_, n) => run('busy', hold(`busy ${n}`)))
  const one = run('other', hold('other'))
  await setImmediate()

  await end('busy 0')

  expect(begun).toEqual(['busy 0', 'other'])
  await end('other')
  for (let n = 1; n < 100; n += 1) await end(`busy ${n}`)
  await Promise.all([...many, one])
})
