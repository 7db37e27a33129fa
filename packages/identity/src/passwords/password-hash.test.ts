import { expect, test } from 'vitest'
import { expectRefusal } from '../../test/refusals.ts'
import { hashPassword, passwordCheck } from './password-hash.ts'

const isPassword = passwordCheck()

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

test('many simultaneous checks are refused beyond the limit, and not queued without end', async () => {
  const check = passwordCheck()
  // The smallest cost of scrypt.
  const hash = ['scrypt', 2, 1, 1, 'A'.repeat(22), 'A'.repeat(43)].join('$')

  const outcomes = await Promise.allSettled(Array.from({ length: 70 }, () => check('wrong horse', hash)))

  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(4)
  for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE' } })
})
