import { flushArrivals } from '@inlet/core'
import { expect, test, vi } from 'vitest'
import { startCommits, subjectOf } from '../../test/started-committer.ts'

const names = (count: number) => Array.from({ length: count }, (_, index) => `mail-${index}`)
const mebibyte = 1024 * 1024

test('copies that come while a batch is in flight make the next one, at most 64 messages, and only one is in flight', async () => {
  const batches: number[] = []
  let inFlight = 0
  let mostInFlight = 0
  await using commits = await startCommits(async (documents, insert) => {
    batches.push(documents.length)
    inFlight += 1
    mostInFlight = Math.max(mostInFlight, inFlight)
    const result = await insert()
    inFlight -= 1
    return result
  })
  const mails = await Promise.all(names(200).map((name) => commits.incoming(name)))

  const outcomes = await Promise.all(mails.map((mail) => commits.committer.commit(mail)))

  expect(outcomes).toEqual(mails.map(() => 'stored'))
  expect(batches).toEqual([1, 64, 64, 64, 7])
  expect(mostInFlight).toBe(1)
})

test('ids are in the order in which the mails were given to the committer', async () => {
  await using commits = await startCommits((_, insert) => insert())
  const mails = await Promise.all(names(150).map((name) => commits.incoming(name)))

  await Promise.all(mails.map((mail) => commits.committer.commit(mail)))

  expect(await commits.subjects()).toEqual(names(150))
})

test('a batch holds at most 8 MiB, and a larger message is a batch of its own', async () => {
  const batches: string[][] = []
  await using commits = await startCommits((documents, insert) => {
    batches.push(documents.map(subjectOf))
    return insert()
  })
  const mails = await Promise.all([
    commits.incoming('opener'),
    ...names(5).map((name) => commits.incoming(name, { contentBytes: 3 * mebibyte })),
    commits.incoming('giant', { contentBytes: 9 * mebibyte }),
    commits.incoming('last'),
  ])

  const outcomes = await Promise.all(mails.map((mail) => commits.committer.commit(mail)))

  expect(outcomes).toEqual(mails.map(() => 'stored'))
  expect(batches).toEqual([['opener'], ['mail-0', 'mail-1'], ['mail-2', 'mail-3'], ['mail-4'], ['giant'], ['last']])
})

test('the same mail twice in one batch is stored once, and both are durable', async () => {
  await using commits = await startCommits((_, insert) => insert())
  const [opener, first, second] = await Promise.all([
    commits.incoming('opener'),
    commits.incoming('same', { id: 'same' }),
    commits.incoming('same', { id: 'same' }),
  ])

  const outcomes = await Promise.all([opener, first, second].map((mail) => commits.committer.commit(mail)))

  expect(outcomes).toEqual(['stored', 'stored', 'duplicate'])
  expect(await commits.subjects()).toEqual(['opener', 'same'])
})

test('a document that the database refuses fails alone', async () => {
  await using commits = await startCommits((_, insert) => insert())
  await commits.db.command({ collMod: 'messages', validator: { summary: { $not: /"refused"/ } } })
  const mails = await Promise.all(['opener', 'one', 'refused', 'two'].map((name) => commits.incoming(name)))

  const outcomes = await Promise.all(mails.map((mail) => commits.committer.commit(mail)))

  expect(outcomes).toEqual(['stored', 'stored', 'failed', 'stored'])
  expect(await commits.subjects()).toEqual(['opener', 'one', 'two'])
})

test('a copy whose address was deleted meanwhile is gone, the others of its batch are stored, and the sweep gets an order', async () => {
  await using commits = await startCommits((_, insert) => insert())
  await commits.committer.commit(await commits.incoming('before', { to: 'deleted' }))
  const mails = await Promise.all([
    commits.incoming('opener'),
    commits.incoming('late', { to: 'deleted' }),
    commits.incoming('other', { to: 'other' }),
  ])
  const addressId = mails[1].recipient.addressId
  await commits.db.collection('addresses').deleteOne({ fullAddress: 'deleted@inlet.test' })

  const outcomes = await Promise.all(mails.map((mail) => commits.committer.commit(mail)))

  expect(addressId).not.toBeNull()
  expect(outcomes).toEqual(['stored', 'gone', 'stored'])
  expect(await commits.db.collection('sweepOrders').find().toArray()).toMatchObject([{ addressId, upTo: null }])
})

test('when the insert fails as a whole all of its batch fail, the next batch goes on, and the log shows no document', async () => {
  let inserts = 0
  await using commits = await startCommits((documents, insert) => {
    inserts += 1
    if (inserts !== 2) return insert()
    return Promise.reject(
      Object.assign(new Error('not written'), { code: 64, writeErrors: documents.map((op) => ({ op })) }),
    )
  })
  const mails = await Promise.all(names(80).map((name) => commits.incoming(name)))

  const outcomes = await Promise.all(mails.map((mail) => commits.committer.commit(mail)))

  expect(outcomes).toEqual(mails.map((_, index) => (index >= 1 && index < 65 ? 'failed' : 'stored')))
  expect(commits.entries()).toMatchObject([
    { msg: 'batch failed', messages: 64, error: { message: 'not written', code: 64 } },
  ])
  expect(commits.lines.filter((line) => /Body of it|mail-\d/.test(line))).toEqual([])
})

test('an insert that reports fewer documents than it was given fails the whole batch', async () => {
  await using commits = await startCommits(async (documents, insert) => {
    await insert()
    return { acknowledged: true, insertedCount: documents.length - 1 }
  })

  expect(await commits.committer.commit(await commits.incoming('doubtful'))).toBe('failed')
})

test('the address has the time of its last mail, and is in use, once what was stored is noted', async () => {
  await using commits = await startCommits((_, insert) => insert())

  await commits.committer.commit(await commits.incoming('recorded'))
  await flushArrivals(commits.parts.deps)

  const message = await commits.db.collection('messages').findOne()
  const address = await commits.db.collection('addresses').findOne()
  expect(address).toMatchObject({ fullAddress: 'code@inlet.test', lastMessageAt: message?.receivedAt })
  expect(address).not.toHaveProperty('unusedUntil')
})

test('a copy whose sender was answered meanwhile is not stored, the others of its batch are', async () => {
  const giveUp = new AbortController()
  await using commits = await startCommits(async (_, insert) => {
    giveUp.abort()
    return await insert()
  })
  const [first, abandoned, last] = await Promise.all(names(3).map((name) => commits.incoming(name)))
  if (!first || !abandoned || !last) throw new Error('three mails were asked for')

  const outcomes = await Promise.all([
    commits.committer.commit(first, giveUp.signal),
    commits.committer.commit(abandoned, giveUp.signal),
    commits.committer.commit(last),
  ])

  expect(outcomes).toEqual(['stored', 'failed', 'stored'])
  expect(await commits.subjects()).toEqual(['mail-0', 'mail-2'])
})

test('while mails are being parsed a batch waits for them; a single mail does not wait', async () => {
  const batches: number[] = []
  await using commits = await startCommits((documents, insert) => {
    batches.push(documents.length)
    return insert()
  })
  const [first, second, third, alone] = await Promise.all(names(4).map((name) => commits.incoming(name)))
  if (!first || !second || !third || !alone) throw new Error('four mails were asked for')

  // A batch waits for a moment by the clock, and the test may be held up in the middle.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  commits.parsing.count = 2
  const together = [commits.committer.commit(first)]
  for (const next of [second, third]) {
    await Promise.resolve()
    commits.parsing.count -= 1
    together.push(commits.committer.commit(next))
  }
  clock.mockRestore()
  await Promise.all(together)
  await commits.committer.commit(alone)

  expect(batches).toEqual([3, 1])
})

test('what is being parsed and does not come holds a batch up for a moment only', async () => {
  await using commits = await startCommits((_, insert) => insert())
  commits.parsing.count = 1

  expect(await commits.committer.commit(await commits.incoming('waiting'))).toBe('stored')
})

test('a copy of one client is in the next batch, however many copies of another wait', async () => {
  const batches: string[][] = []
  await using commits = await startCommits((documents, insert) => {
    batches.push(documents.map(subjectOf))
    return insert()
  })
  const flood = await Promise.all(
    names(200).map((name) => commits.incoming(name, { contentBytes: mebibyte / 10, clientIp: '192.0.2.1' })),
  )
  const honest = await commits.incoming('honest', { clientIp: '192.0.2.2' })

  await Promise.all([...flood, honest].map((mail) => commits.committer.commit(mail)))

  // The first was on its way before anything else came.
  expect(batches[0]).toEqual(['mail-0'])
  expect(batches[1]).toContain('honest')
})
