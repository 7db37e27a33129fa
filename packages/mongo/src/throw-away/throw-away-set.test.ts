import { existsSync } from 'node:fs'
import { MongoClient } from 'mongodb'
import { expect, inject, test, vi } from 'vitest'
import { identifyProcess } from '../process/process-identity.ts'
import type { ThrowAwayProcess } from './throw-away-mongod.ts'
import { startThrowAwaySet, type ThrowAwaySet } from './throw-away-set.ts'

const binary = inject('mongodBinary')
/** Less than MongoDB's own 10 s; the result of an election is the same. */
const electionTimeoutMs = 3_000
const electionLimitMs = 20_000
const durable = { w: 'majority', journal: true } as const

/** Waits for a primary other than this one. */
async function nextPrimary(set: ThrowAwaySet, than: ThrowAwayProcess | null): Promise<ThrowAwayProcess | null> {
  await vi.waitFor(() => {
    expect(set.primary).not.toBeNull()
    expect(set.primary).not.toBe(than)
  }, electionLimitMs)
  return set.primary
}

test('when the primary steps down, another one takes over at once, and listeners are called', async () => {
  await using set = await startThrowAwaySet({ binary, electionTimeoutMs })
  const changes: (number | null)[] = []
  const { primary } = set
  const forget = set.onPrimary((changed) => changes.push(changed?.port ?? null))

  await set.stepDown()
  const next = await nextPrimary(set, primary)
  forget()

  expect(changes.at(-1)).toBe(next?.port)
  expect(primary?.state()).toBe('running')
})

test('when the primary is killed, another one takes over with all majority writes, and the first comes back as a member', async () => {
  await using set = await startThrowAwaySet({ binary, electionTimeoutMs })
  await using client = new MongoClient(set.uri, durable)
  const things = client.db('kept').collection('things')
  await things.insertOne({ colour: 'red' })
  const { primary } = set

  await primary?.kill()
  await nextPrimary(set, primary)
  expect(primary?.state()).toBe('ended')
  await set.heal()

  const kept = await things.find().toArray()
  expect(kept.map(({ colour }) => colour)).toEqual(['red'])
  expect(set.members.map((member) => member.state())).toEqual(['running', 'running', 'running'])
})

test('without a majority there is no primary; when the majority is back there is one again', async () => {
  await using set = await startThrowAwaySet({ binary, electionTimeoutMs })
  const [primary, other] = set.members

  primary?.freeze()
  await other?.kill()
  await vi.waitFor(() => expect(set.primary).toBeNull(), electionLimitMs)
  expect(set.members.map((member) => member.state())).toEqual(['frozen', 'ended', 'running'])
  await expect(set.stepDown()).rejects.toThrow('no primary')
  await set.heal()

  await nextPrimary(set, null)
})

test('a stop leaves neither processes nor folders, also when members are frozen or killed', async () => {
  const set = await startThrowAwaySet({ binary, memberCount: 2, electionTimeoutMs })
  const pids = set.members.map(({ pid }) => pid)
  await using client = new MongoClient(set.uri)
  const { parsed } = await client.db('admin').command({ getCmdLineOpts: 1 })
  expect(existsSync(parsed.storage.dbPath)).toBe(true)
  await client.close()

  set.members[0]?.freeze()
  await set.members[1]?.kill()
  await set.stop()

  expect(pids.map((pid) => identifyProcess(pid))).toEqual([null, null])
  expect(existsSync(parsed.storage.dbPath)).toBe(false)
})

test('a binary that cannot be run is reported in one sentence', async () => {
  await expect(startThrowAwaySet({ binary: '/nowhere/mongod' })).rejects.toThrow('/nowhere/mongod could not be run.')
})
