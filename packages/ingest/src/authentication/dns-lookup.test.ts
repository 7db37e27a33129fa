import { setTimeout as pause } from 'node:timers/promises'
import { fakeDns, waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { createDnsLookup, withinBudget } from './dns-lookup.ts'

async function lookupOf(zone: Parameters<typeof fakeDns>[0]) {
  const dns = await fakeDns(zone)
  const changes: string[] = []
  const { lookup, isSilent } = createDnsLookup({ servers: [dns.server], onChange: (state) => changes.push(state) })
  return { dns, changes, lookup, isSilent, [Symbol.asyncDispose]: () => dns[Symbol.asyncDispose]() }
}

test('equal questions are sent once, at the same time or later, in upper or lower case', async () => {
  await using asked = await lookupOf({ 'TXT a.test': { TXT: ['one', 'two'] } })

  const both = await Promise.all([asked.lookup('a.test', 'TXT'), asked.lookup('A.test', 'TXT')])
  const third = await asked.lookup('a.test', 'TXT')

  expect([...both, third]).toEqual([
    [['one'], ['two']],
    [['one'], ['two']],
    [['one'], ['two']],
  ])
  expect(asked.dns.asked).toEqual(['TXT a.test'])
})

test('absence is cached, a failure is not', async () => {
  await using asked = await lookupOf({ 'TXT none.test': 'NODATA', 'TXT broken.test': 'SERVFAIL' })

  for (let count = 0; count < 2; count += 1) {
    await expect(asked.lookup('gone.test', 'TXT')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    await expect(asked.lookup('none.test', 'TXT')).rejects.toMatchObject({ code: 'ENODATA' })
    await expect(asked.lookup('broken.test', 'TXT')).rejects.toMatchObject({ code: 'ESERVFAIL' })
  }

  const times = (question: string) => asked.dns.asked.filter((each) => each === question).length
  expect(times('TXT gone.test')).toBe(1)
  expect(times('TXT none.test')).toBe(1)
  expect(times('TXT broken.test')).toBeGreaterThan(1)
})

test('a truncated answer is fetched by TCP, and one of unreasonable size is refused', async () => {
  const large = Array.from({ length: 20 }, (_, count) => `${count} ${'x'.repeat(300)}`)
  await using asked = await lookupOf({
    'TXT large.test': { truncated: { TXT: large } },
    'TXT huge.test': { truncated: { TXT: Array.from({ length: 40 }, () => 'x'.repeat(1_000)) } },
  })

  expect((await asked.lookup('large.test', 'TXT')).map((each) => [each].flat().join(''))).toEqual(large)
  await expect(asked.lookup('huge.test', 'TXT')).rejects.toMatchObject({ code: 'EBADRESP' })
})

test('records of other types have the shapes of node:dns', async () => {
  await using asked = await lookupOf({
    'A a.test': { A: ['192.0.2.1'] },
    'AAAA a.test': { AAAA: ['2001:db8::1'] },
    'MX a.test': { MX: [[10, 'mx.a.test']] },
  })

  expect(await asked.lookup('a.test', 'A')).toEqual(['192.0.2.1'])
  expect(await asked.lookup('a.test', 'AAAA')).toEqual(['2001:db8::1'])
  expect(await asked.lookup('a.test', 'MX')).toMatchObject([{ exchange: 'mx.a.test', priority: 10 }])
})

test('domains with silent servers do not stop other questions while the root is answered', async () => {
  await using asked = await lookupOf({
    'NS .': { NS: ['root.test'] },
    'TXT fine.test': { TXT: ['fine'] },
    ...Object.fromEntries(Array.from({ length: 6 }, (_, count) => [`TXT dead${count}.test`, 'silence' as const])),
  })

  const dead = Array.from({ length: 6 }, (_, count) => asked.lookup(`dead${count}.test`, 'TXT'))
  const results = await Promise.allSettled(dead)
  await waitFor(() => asked.changes.at(-1) === 'answering')

  expect(results.every(({ status }) => status === 'rejected')).toBe(true)
  expect(asked.isSilent()).toBe(false)
  expect(await asked.lookup('fine.test', 'TXT')).toEqual([['fine']])
})

test('after the budget of a mail is used up, its questions fail', async () => {
  await using asked = await lookupOf({ 'TXT dead.test': 'silence' })
  const within = withinBudget(asked.lookup, { totalMs: 50, maxQuestions: 10 })

  // Two timers fire in their order, however busy the machine is.
  const ended = within('dead.test', 'TXT').catch(({ code }) => code)
  const late = pause(500, 'late', { ref: false })

  expect(await Promise.race([ended, late])).toBe('ETIMEOUT')
})

test('the number of questions of one mail is limited', async () => {
  await using asked = await lookupOf({ 'TXT known.test': { TXT: ['known'] } })
  const within = withinBudget(asked.lookup, { totalMs: 5_000, maxQuestions: 2 })

  await within('known.test', 'TXT')
  await within('known.test', 'TXT')

  await expect(within('known.test', 'TXT')).rejects.toMatchObject({ code: 'ETIMEOUT' })
})
