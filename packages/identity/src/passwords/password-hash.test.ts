import { expect, test } from 'vitest'
import { expectRefusal } from '../../test/refusals.ts'
import { hashPassword, passwordCheck } from './password-hash.ts'

const isPassword = passwordCheck()

test('the right password is recognised, in every way to write the same characters, and no other is', async () => {
  const hash = await hashPassword('pässword 12345')

  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  expect(await isPassword('pa\u0308ssword 12345', hash)).toBe(true)
  expect(await isPassword('pässword 12346', hash)).toBe(false)
  expect(await isPassword('', hash)).toBe(false)
  expect(await isPassword('x'.repeat(1001), hash)).toBe(false)
})

test('the same password never has the same hash', async () => {
  const [one, other] = await Promise.all([hashPassword('the same password'), hashPassword('the same password')])

  expect(one).not.toBe(other)
})

test('nobody has no password, and finding that out is the same work', async () => {
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
