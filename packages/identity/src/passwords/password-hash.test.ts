import { bounded } from '@inlet/core'
import { expect, test } from 'vitest'
import { expectRefusal } from '../../test/refusals.ts'
import { hashPassword, isPassword } from './password-hash.ts'

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

test('work runs in turn, a few pieces at once, and what is too much is refused at once', async () => {
  const inTurn = bounded({ atOnce: 2, waiting: 3 })
  const order: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      order.push(name)
      ends.push(() => resolve(name))
    })
  const started = ['a', 'b', 'c', 'd', 'e'].map((name) => inTurn(work(name), () => new Error('full')))

  await expect(inTurn(work('f'), () => new Error('full'))).rejects.toThrow('full')
  expect(order).toEqual(['a', 'b'])
  for (let n = 0; n < started.length; n += 1) {
    ends[n]?.()
    await started[n]
  }

  expect(await Promise.all(started)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(order).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('work that fails frees its place', async () => {
  const inTurn = bounded({ atOnce: 1, waiting: 1 })

  await expect(
    inTurn(
      () => Promise.reject(new Error('broken')),
      () => new Error('full'),
    ),
  ).rejects.toThrow('broken')

  await expect(
    inTurn(
      () => Promise.resolve('next'),
      () => new Error('full'),
    ),
  ).resolves.toBe('next')
})
