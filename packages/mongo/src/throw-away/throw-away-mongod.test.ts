import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { MongoClient } from 'mongodb'
import { expect, inject, test, vi } from 'vitest'
import { z } from 'zod'
import { childProgram } from '../../test/child-program.ts'
import { identifyProcess } from '../process/process-identity.ts'
import { startThrowAwayMongod } from './throw-away-mongod.ts'

const binary = inject('mongodBinary')
const durable = { w: 'majority', journal: true } as const

test('acknowledged writes are there after a crash and a restart, at the same address', async () => {
  await using mongod = await startThrowAwayMongod({ binary })
  await using client = new MongoClient(mongod.uri, durable)
  await client.db('kept').collection('things').insertOne({ colour: 'red' })
  const { pid } = mongod

  await mongod.kill()
  expect(identifyProcess(pid)).toBeNull()
  await mongod.restart()

  expect(mongod.pid).not.toBe(pid)
  expect(await client.db('kept').collection('things').countDocuments()).toBe(1)
})

test('a restart of a running mongod keeps its data', async () => {
  await using mongod = await startThrowAwayMongod({ binary })
  await using client = new MongoClient(mongod.uri, durable)
  await client.db('kept').collection('things').insertOne({ colour: 'red' })

  await mongod.restart()

  expect(await client.db('kept').collection('things').countDocuments()).toBe(1)
})

async function isAnswering(uri: string): Promise<boolean> {
  await using client = new MongoClient(uri, { serverSelectionTimeoutMS: 200 })
  return await client
    .db('admin')
    .command({ ping: 1 })
    .then(
      () => true,
      () => false,
    )
}

test('a restart waits for its port while another program has it', async () => {
  await using mongod = await startThrowAwayMongod({ binary })
  await mongod.kill()
  await using other = createServer((socket) => socket.destroy())
  other.listen(mongod.port, '127.0.0.1')
  await once(other, 'listening')
  // A start asks again and again whether mongod answers.
  let attempts = 0
  other.on('connection', () => {
    attempts += 1
    if (attempts === 3) other.close()
  })

  await mongod.restart()

  expect(attempts).toBeGreaterThanOrEqual(3)
  expect(mongod.state()).toBe('running')
})

test('a frozen mongod answers nothing, and goes on when thawed', async () => {
  await using mongod = await startThrowAwayMongod({ binary })
  await using client = new MongoClient(mongod.uri, { serverSelectionTimeoutMS: 5_000 })
  await client.db('admin').command({ ping: 1 })
  let hasAnswered = false

  mongod.freeze()
  // The process handles the signal a moment after it was sent.
  while (await isAnswering(mongod.uri));
  const answer = client
    .db('admin')
    .command({ ping: 1 })
    .then(() => {
      hasAnswered = true
    })
  expect(await isAnswering(mongod.uri)).toBe(false)
  expect(hasAnswered).toBe(false)

  mongod.thaw()
  await answer
  expect(hasAnswered).toBe(true)
})

test('a stop leaves neither a process nor a folder, also when mongod is frozen; a second stop does nothing', async () => {
  const mongod = await startThrowAwayMongod({ binary })
  const { pid } = mongod
  const folder = await dataFolderOf(mongod.uri)
  expect(existsSync(folder)).toBe(true)

  mongod.freeze()
  await mongod.stop()
  await mongod.stop()

  expect(identifyProcess(pid)).toBeNull()
  expect(existsSync(folder)).toBe(false)
})

test('it ends with the process that started it, even if that was killed by force', async () => {
  await using holder = await childProgram('hold-throw-away-mongod.ts', binary)
  const { pid, folder } = z.object({ pid: z.int(), folder: z.string() }).parse(JSON.parse(holder.firstLine))
  expect(identifyProcess(pid)).not.toBeNull()

  await holder.kill()

  await vi.waitFor(() => expect(identifyProcess(pid)).toBeNull(), 30_000)
  await vi.waitFor(() => expect(existsSync(folder)).toBe(false), 30_000)
})

test('a binary that cannot be run is reported in one sentence', async () => {
  await expect(startThrowAwayMongod({ binary: '/nowhere/mongod' })).rejects.toThrow('/nowhere/mongod could not be run.')
})

async function dataFolderOf(uri: string): Promise<string> {
  await using client = new MongoClient(uri)
  const answer = await client.db('admin').command({ getCmdLineOpts: 1 })
  return z.object({ parsed: z.object({ storage: z.object({ dbPath: z.string() }) }) }).parse(answer).parsed.storage
    .dbPath
}
