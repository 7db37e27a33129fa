import { createHash, randomBytes, scryptSync } from 'node:crypto'
import { insertAccount, isLoginDevice, rateLimiter, setPassword } from '@inlet/core'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { inOneLoginWindow } from '../../test/in-one-login-window.ts'
import { openDatabase, password } from '../../test/provider-server.ts'
import { deviceSeconds, newDeviceSecret } from './device-cookie.ts'
import { type LoginLimits, loginGuard } from './login-guard.ts'

const limits: LoginLimits = { triesPerIp: 6, triesPerAccountAndIp: 2, triesPerAccount: 5 }
const ada = 'ada@example.com'
const owner = '192.0.2.1'
const attacker = '198.51.100.1'

/** In the format of `hashPassword`, but cheap to check: these tests are about counting. */
function cheapHash(): string {
  const [N, r, p] = [1024, 8, 1]
  const salt = randomBytes(16)
  const key = scryptSync(password, salt, 32, { N, r, p })
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

interface Try {
  from: string
  to?: string
  isRight?: boolean
  device?: string | null
}

/** A login page's guard in two processes, with accounts of ada and eve; tries go to one and the other in turn. */
async function startGuards(given: Partial<LoginLimits> = {}) {
  const opened = await openDatabase()
  const { deps } = opened
  const passwordHash = cheapHash()
  const accounts = []
  for (const email of [ada, 'eve@example.com']) {
    accounts.push(await insertAccount(deps, { email, passwordHash, isEmailVerified: true }))
  }
  const guards = [0, 1].map(() => loginGuard({ deps, rateLimiter: rateLimiter(deps), limits: { ...limits, ...given } }))
  let n = 0

  async function attempt({ from, to = ada, isRight = false, device = null }: Try) {
    n += 1
    const guard = guards[n % 2]
    if (!guard) throw new Error('there are two')
    return guard({ email: to, password: isRight ? password : 'wrong password', clientIp: from, deviceSecret: device })
  }

  return {
    ...opened,
    accounts,
    attempt,
    /** Tries to log in. @returns the state */
    stateOf: async (given: Try) => (await attempt(given)).state,
    /** Logs in. @returns the browser's new secret */
    async deviceOf(given: Try) {
      const outcome = await attempt({ ...given, isRight: true })
      return outcome.state === 'accepted' ? outcome.deviceSecret : expect.unreachable(outcome.state)
    },
    /** Wrong tries from many clients, until the account is limited for new ones. */
    async attackFromEverywhere(to = ada) {
      let tries = 0
      for (let client = 1; client < 20; client += 1) {
        const { state } = await attempt({ from: `203.0.113.${client}`, to })
        if (state === 'limited') return tries
        tries += 1
      }
      return expect.unreachable('there is no bound')
    },
  }
}

interface LimitedTest {
  given?: Partial<LoginLimits>
  run: (world: Awaited<ReturnType<typeof startGuards>>) => Promise<unknown>
  expected: unknown
}

/** A test in one window of the database's clock, on fresh guards. */
const limited = (title: string, { given = {}, run, expected }: LimitedTest) =>
  test(title, async () => {
    const result = await inOneLoginWindow(async () => {
      await using world = await startGuards(given)
      return await run(world)
    })
    expect(result).toEqual(expected)
  })

limited('an attacker at one address does not stop logins from another', {
  run: async ({ stateOf }) => {
    const attack = []
    for (let n = 0; n < 4; n += 1) attack.push(await stateOf({ from: attacker }))
    return { attack, owner: await stateOf({ from: owner, isRight: true }) }
  },
  expected: { attack: ['wrong', 'wrong', 'limited', 'limited'], owner: 'accepted' },
})

limited('an attacker with many addresses is limited for each account, and does not use up the limits of others', {
  run: async ({ attackFromEverywhere, stateOf }) => ({
    tries: await attackFromEverywhere(),
    further: await stateOf({ from: '203.0.113.200', isRight: true }),
    other: await stateOf({ from: owner, to: 'eve@example.com', isRight: true }),
  }),
  expected: { tries: 5, further: 'limited', other: 'accepted' },
})

limited('an address without an account is limited exactly as one with an account', {
  run: async ({ attackFromEverywhere }) => [
    await attackFromEverywhere(),
    await attackFromEverywhere('nobody@example.com'),
  ],
  expected: [5, 5],
})

limited('a client is limited over all accounts, and each /64 is one client', {
  given: { triesPerIp: 3 },
  run: async ({ stateOf }) => {
    const states = []
    for (let n = 0; n < 4; n += 1) states.push(await stateOf({ from: `2001:db8::${n}`, to: `a${n}@example.com` }))
    states.push(await stateOf({ from: '2001:db8:0:1::1', to: 'a9@example.com' }))
    return states
  },
  expected: ['wrong', 'wrong', 'wrong', 'limited', 'wrong'],
})

limited(
  'a /48 has eight times the limit of a client, however many addresses it uses, and another network has its own',
  {
    given: { triesPerIp: 2, triesPerAccountAndIp: 100, triesPerAccount: 100 },
    run: async ({ stateOf }) => {
      const states = []
      for (let n = 0; n < 18; n += 1) states.push(await stateOf({ from: `2001:db8:1:${n}::1` }))
      return { states: states.slice(14), other: await stateOf({ from: '2001:db8:2::1', isRight: true }) }
    },
    expected: { states: ['wrong', 'wrong', 'limited', 'limited'], other: 'accepted' },
  },
)

limited('a client over its limit does not use up the limits of others', {
  given: { triesPerAccount: 4 },
  run: async ({ stateOf }) => {
    for (let n = 0; n < 8; n += 1) await stateOf({ from: attacker })
    return [await stateOf({ from: owner, isRight: true }), await stateOf({ from: '192.0.2.2', isRight: true })]
  },
  expected: ['accepted', 'accepted'],
})

limited('a browser that logged in before can log in during an attack from everywhere, its own address included', {
  run: async ({ stateOf, deviceOf, attackFromEverywhere }) => {
    const device = await deviceOf({ from: owner })
    await attackFromEverywhere()
    for (let n = 0; n < 8; n += 1) await stateOf({ from: owner, to: `a${n}@example.com` })
    const withoutIt = await stateOf({ from: owner, isRight: true })
    return { withoutIt, known: await stateOf({ from: owner, isRight: true, device }) }
  },
  expected: { withoutIt: 'limited', known: 'accepted' },
})

limited('the cookie of another account, a made-up one, and one that was replaced do not help', {
  run: async ({ stateOf, deviceOf, attackFromEverywhere }) => {
    const ofEve = await deviceOf({ from: owner, to: 'eve@example.com' })
    const replaced = await deviceOf({ from: owner })
    const current = await deviceOf({ from: owner, device: replaced })
    await attackFromEverywhere()
    const states = []
    for (const device of [ofEve, newDeviceSecret(), replaced, current])
      states.push(await stateOf({ from: '203.0.113.100', isRight: true, device }))
    return states
  },
  expected: ['limited', 'limited', 'limited', 'accepted'],
})

limited(
  'a stolen cookie has its own bound, from however many addresses, and its owner gets in elsewhere in the meantime',
  {
    run: async ({ stateOf, deviceOf, attackFromEverywhere }) => {
      const stolen = await deviceOf({ from: owner })
      const safe = await deviceOf({ from: owner })
      await attackFromEverywhere()
      const thief = []
      for (let n = 0; n < 4; n += 1) thief.push(await stateOf({ from: `198.51.100.${n}`, device: stolen }))
      return { thief, owner: await stateOf({ from: owner, isRight: true, device: safe }) }
    },
    expected: { thief: ['wrong', 'wrong', 'limited', 'limited'], owner: 'accepted' },
  },
)

limited('a known browser over its limit is treated as any other client', {
  run: async ({ stateOf, deviceOf }) => {
    const device = await deviceOf({ from: attacker })
    const states = []
    for (let n = 0; n < 5; n += 1) states.push(await stateOf({ from: owner, device }))
    return states
  },
  expected: ['wrong', 'wrong', 'wrong', 'wrong', 'limited'],
})

limited('all known browsers of an account are limited together, however often they log in', {
  given: { triesPerAccount: 3 },
  run: async ({ attempt, deviceOf, attackFromEverywhere }) => {
    let device = await deviceOf({ from: owner })
    await attackFromEverywhere()
    const states = []
    for (let n = 0; n < 5; n += 1) {
      const outcome = await attempt({ from: owner, isRight: true, device })
      if (outcome.state === 'accepted') device = outcome.deviceSecret
      states.push(outcome.state)
    }
    return states
  },
  expected: ['accepted', 'accepted', 'accepted', 'limited', 'limited'],
})

test('a browser is remembered for ninety days, also after a new password', async () => {
  await using world = await startGuards({ triesPerAccount: 1, triesPerAccountAndIp: 10 })
  const device = await world.deviceOf({ from: owner })

  for (const { _id } of world.accounts) await setPassword(world.deps, _id, cheapHash())
  world.clock.advance(deviceSeconds * 1000 - 1_000)
  const first = await world.attempt({ from: owner, isRight: true, device })
  if (first.state !== 'accepted') return expect.unreachable(first.state)
  world.clock.advance(deviceSeconds * 1000)
  const second = await inOneLoginWindow(async () => {
    await world.attempt({ from: '203.0.113.1' })
    return world.stateOf({ from: owner, isRight: true, device: first.deviceSecret })
  })

  expect(second).toBe('limited')
})

test('of the browsers of an account the newest twenty are remembered, and those of another account are not counted with them', async () => {
  await using world = await startGuards({ triesPerIp: 1_000, triesPerAccountAndIp: 1_000, triesPerAccount: 1_000 })
  const ofEve = await world.deviceOf({ from: owner, to: 'eve@example.com' })
  const devices: string[] = []
  for (let n = 0; n < 23; n += 1) {
    world.clock.advance(1_000)
    devices.push(await world.deviceOf({ from: owner }))
  }

  const accountMark = createHash('sha256').update(ada).digest('base64url')
  const known = await Promise.all(devices.map((secret) => isLoginDevice(world.deps, { secret, accountMark })))
  const eve = createHash('sha256').update('eve@example.com').digest('base64url')

  expect(known).toEqual(devices.map((_, n) => n >= 3))
  expect(await isLoginDevice(world.deps, { secret: ofEve, accountMark: eve })).toBe(true)
  expect(await world.deps.db.collection('oidc').countDocuments({ kind: 'LoginDevice' })).toBe(21)
})

test('after simultaneous logins each browser is remembered, and no more than twenty stay', async () => {
  await using world = await startGuards({ triesPerIp: 1_000, triesPerAccountAndIp: 1_000, triesPerAccount: 1_000 })
  let last = ''
  for (let n = 0; n < 30; n += 1) last = await world.deviceOf({ from: owner })

  const accountMark = createHash('sha256').update(ada).digest('base64url')

  expect(await isLoginDevice(world.deps, { secret: last, accountMark })).toBe(true)
  expect(await world.deps.db.collection('oidc').countDocuments({ kind: 'LoginDevice' })).toBe(20)
})

test('the database has neither the address nor the secret of a browser', async () => {
  await using world = await startGuards()
  const device = await world.deviceOf({ from: owner })
  await world.attempt({ from: owner, device })

  const stored = async () =>
    (await Promise.all(['oidc', 'rateWindows'].map((name) => world.deps.db.collection(name).find().toArray()))).flat()
  // Counters are written without waiting for a majority, and read here only when it has them.
  await waitFor(async () => (await stored()).length === 6)
  const rows = await stored()

  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${ada}|${device}`))
})
