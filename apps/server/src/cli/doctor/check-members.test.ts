import type { SetMember } from '@inlet/core'
import { startThrowAwaySet } from '@inlet/mongo'
import { waitFor } from '@inlet/testkit'
import { MongoClient } from 'mongodb'
import { expect, inject, test } from 'vitest'
import { membersFinding, setMembers } from './check-members.ts'

const member = (host: string, facts: Partial<SetMember> = {}): SetMember => ({
  host,
  isPrimary: false,
  isThere: true,
  hasVote: true,
  ...facts,
})
const primary = member('a', { isPrimary: true })

test('of five members two may fail, and then the doctor warns that the next one is too many', () => {
  const oneAway = [primary, member('b'), member('c'), member('d'), member('e', { isThere: false })]
  const twoAway = [primary, member('b'), member('c'), member('d', { isThere: false }), member('e', { isThere: false })]

  expect(membersFinding('set', oneAway).advice).toBe('Bring back e.')
  expect(membersFinding('set', twoAway).advice).toBe('Bring back d, e. One more away, and no mail is taken.')
})

test('members without a vote do not count for the majority, whether they answer or not', () => {
  const copies = ['d', 'e'].map((host) => member(host, { hasVote: false }))
  const copiesAway = copies.map((copy) => ({ ...copy, isThere: false }))
  const votersAway = [member('b', { isThere: false }), member('c', { isThere: false })]

  expect(membersFinding('set', [primary, member('b'), member('c'), ...copiesAway])).toMatchObject({
    state: 'warn',
    advice: 'Bring back d, e.',
  })
  expect(membersFinding('set', [member('a'), ...votersAway, ...copies]).advice).toContain(
    'A majority elects one: bring back b, c.',
  )
})

test('which members have no vote is read from the replica set', async () => {
  await using set = await startThrowAwaySet({ binary: inject('mongodBinary'), memberCount: 2 })
  await using client = new MongoClient(set.uri)
  const admin = client.db('admin')
  const { config } = await admin.command({ replSetGetConfig: 1 })
  const [first, second] = config.members
  const members = [first, { ...second, votes: 0, priority: 0 }]
  await admin.command({ replSetReconfig: { ...config, version: config.version + 1, members } })

  const seen = await waitFor(async () => {
    const found = await setMembers({ db: client.db('inlet') })
    return found?.every(({ isThere }) => isThere) ? found : null
  })

  expect(seen).toEqual([
    { host: first.host, isPrimary: true, isThere: true, hasVote: true },
    { host: second.host, isPrimary: false, isThere: true, hasVote: false },
  ])
})
