import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { startCommits } from '../../test/started-committer.ts'
import { countedAddresses } from './counted-addresses.ts'

/** Commits where the count of one service's addresses answers nothing before `release`. */
async function startHeldCommits() {
  const held = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  const slow = { serviceId: '' }
  const commits = await startCommits(undefined, async (serviceId, reserve) => {
    if (serviceId === slow.serviceId) {
      reached.resolve()
      await held.promise
    }
    return await reserve()
  })
  slow.serviceId = (await commits.startService('slow.test', 'two')).serviceId
  return { commits, reached: reached.promise, release: held.resolve }
}

test('while the new address of one service waits for its count, mail of other services is stored, their first mails too', async () => {
  const { commits, reached, release } = await startHeldCommits()
  await using _ = commits
  const { committer, incoming } = commits
  await commits.startService('limited.test', 'two')
  await committer.commit(await incoming('known', { to: 'known' }))
  const waiting = committer.commit(await incoming('slow', { at: 'slow.test' }))
  await reached
  const mails = await Promise.all([
    incoming('to a known address', { to: 'known' }),
    incoming('to a new address', { to: 'new' }),
    incoming('to a new address of a limited service', { at: 'limited.test' }),
  ])

  const outcomes = await Promise.all(mails.map((mail) => committer.commit(mail)))

  expect(outcomes).toEqual(['stored', 'stored', 'stored'])
  expect(await commits.subjects()).not.toContain('slow')
  release()
  await waiting
})

test('mail to a known address of a service is stored while a new address of the same service waits for its count', async () => {
  const { commits, reached, release } = await startHeldCommits()
  await using _ = commits
  const { committer, incoming } = commits
  const present = await incoming('known', { at: 'slow.test', to: 'known' })
  const known = { ...present, recipient: { ...present.recipient, addressId: 'known' } }
  await committer.commit(await incoming('other', { to: 'known' }))
  const addresses = commits.db.collection<{ _id: string }>('addresses')
  const other = await addresses.findOne()
  await addresses.insertOne(Object.assign({}, other, { _id: 'known', fullAddress: 'known@slow.test' }))
  const waiting = committer.commit(await incoming('slow', { at: 'slow.test' }))
  await reached

  expect(await committer.commit(known)).toBe('stored')

  release()
  await waiting
})

test('a first mail whose address is not made in time is failed, and so is one that waits behind it', async () => {
  const { commits, reached, release } = await startHeldCommits()
  await using _ = commits
  const makeAddress = countedAddresses({ ...commits.parts, maxWaitMs: 20 })
  const [first, second] = await Promise.all([
    commits.incoming('first', { at: 'slow.test', to: 'first' }),
    commits.incoming('second', { at: 'slow.test', to: 'second' }),
  ])

  const outcomes = [makeAddress(first.recipient)]
  await reached
  outcomes.push(makeAddress(second.recipient))

  expect(await Promise.all(outcomes)).toEqual(['failed', 'failed'])
  expect(commits.lines).toEqual([])
  release()
  // The address is there for the sender's next attempt.
  const counts = commits.db.collection('addressCounts')
  await waitFor(async () => (await counts.countDocuments({ used: 1, pending: [] })) === 1)
})

test('of first mails that come together as many are stored as they may make of the plan, and the others are failed', async () => {
  await using commits = await startCommits()
  await commits.startService('limited.test', 'two')
  const mails = await Promise.all(
    ['a', 'b', 'c', 'd', 'a'].map((to) => commits.incoming(`to ${to}`, { at: 'limited.test', to })),
  )

  const outcomes = await Promise.all(mails.map((mail) => commits.committer.commit(mail)))

  expect(outcomes).toEqual(['stored', 'stored', 'failed', 'failed', 'stored'])
  expect(await commits.db.collection('addresses').countDocuments()).toBe(2)
})

test('when a count fails only its first mails are failed, and the log shows no address', async () => {
  await using commits = await startCommits(undefined, () => Promise.reject(new Error('not counted')))
  await commits.startService('limited.test', 'two')
  const mails = await Promise.all([
    commits.incoming('counted', { at: 'limited.test', to: 'counted' }),
    commits.incoming('other'),
  ])

  const outcomes = await Promise.all(mails.map((mail) => commits.committer.commit(mail)))

  expect(outcomes).toEqual(['failed', 'stored'])
  expect(commits.entries()).toMatchObject([
    { msg: 'addresses failed', addresses: 1, error: { message: 'not counted' } },
  ])
  expect(commits.lines.join()).not.toContain('counted@')
})
