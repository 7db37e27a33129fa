import { expect, test } from 'vitest'
import { expectRefusal } from '../../test/refusals.ts'
import { hashPassword, passwordCheck } from './password-hash.ts'

const check = passwordCheck()
const isPassword = (password: string, storedHash: string | null) =>
  check({ password, storedHash, network: '192.0.2.1' })

test('only the right password matches, in every Unicode form of the same characters', async () => {
  const hash = await hashPassword('pässword 12345')

  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  expect(await isPassword('pa\u0308ssword 12345', hash)).toBe(true)
  expect(await isPassword('pässword 12346', hash)).toBe(false)
  expect(await isPassword('', hash)).toBe(false)
  expect(await isPassword('x'.repeat(1001), hash)).toBe(false)
})

test('two hashes of the same password differ', async () => {
  const [one, other] = await Promise.all([hashPassword('the same password'), hashPassword('the same password')])

  expect(one).not.toBe(other)
})

test('without a stored hash no password matches, and the check costs the same work', async () => {
  const hash = await hashPassword('correct horse')
  const cpuOf = async (stored: string | null) => {
    const before = process.cpuUsage()
    expect(await isPassword('wrong horse', stored)).toBe(false)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }

  const [known, unknown] = [await cpuOf(hash), await cpuOf(null)]

  expect(unknown).toBeGreaterThan(known / 3)
  expect(known).toBeGreaterThan(unknown / 3)
})

test('a password has ten to a thousand characters', async () => {
  await expectRefusal(hashPassword('123456789'), 'BAD_REQUEST', 'password_too_short')
  await expectRefusal(hashPassword('x'.repeat(1001)), 'BAD_REQUEST', 'password_too_long')
})

test('a login waits for one check of each other network, however many passwords one of them tries', async () => {
  const check = passwordCheck(60_000)
  const storedHash = ['scrypt', 4096, 8, 1, 'A'.repeat(22), 'A'.repeat(43)].join('$')
  const ended: string[] = []
  const tryFrom = async (network: string) => {
    await check({ password: 'wrong horse', storedHash, network })
    ended.push(network)
  }
  const attack = Array.from({ length: 12 }, () => tryFrom('2001:db8:1::/48'))

  await tryFrom('192.0.2.1')

  expect(ended.length).toBeLessThanOrEqual(4)
  await Promise.all(attack)
})

test('a browser that logged in before waits for one check of the others at most, however many networks they guess from', async () => {
  const check = passwordCheck(60_000)
  const storedHash = ['scrypt', 4096, 8, 1, 'A'.repeat(22), 'A'.repeat(43)].join('$')
  const ended: string[] = []
  const tryFrom = async (network: string, isKnown: boolean) => {
    await check({ password: 'wrong horse', storedHash, network, isKnown })
    ended.push(network)
  }
  const attack = Array.from({ length: 20 }, (_, n) => tryFrom(`203.0.113.${n}`, false))

  await tryFrom('192.0.2.1', true)

  expect(ended.length).toBeLessThanOrEqual(4)
  await Promise.all(attack)
})

test('a check that waits for too long is refused, and not queued without end', async () => {
  const check = passwordCheck(0)
  const storedHash = await hashPassword('correct horse')
  const tried = { password: 'correct horse', storedHash, network: '192.0.2.1' }

  const [first, second] = await Promise.allSettled([check(tried), check(tried)])

  expect(first).toEqual({ status: 'fulfilled', value: true })
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_UNAVAILABLE' } })
})
