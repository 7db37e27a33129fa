import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { expect, inject, test } from 'vitest'
import { startThrowAwayMongod } from '../throw-away/throw-away-mongod.ts'
import { identifyProcess } from './process-identity.ts'
import { stopMongod } from './stop-mongod.ts'

// No server listens there, so nothing but signals can end what is stopped with this port.
const closedPort = 1

/** A process that does nothing and ignores SIGTERM; it is killed when disposed of. */
async function stubbornProcess(): Promise<AsyncDisposable & { pid: number }> {
  const child = spawn(
    process.execPath,
    ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 60_000); console.log('ready')"],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  await once(child.stdout, 'data')
  return { pid: child.pid ?? 0, [Symbol.asyncDispose]: () => kill(child) }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('a mongod has ended in order when the call returns', async () => {
  await using mongod = await startThrowAwayMongod({ binary: inject('mongodBinary') })
  await using client = new MongoClient(mongod.uri)
  const { parsed } = await client.db('admin').command({ getCmdLineOpts: 1 })
  const identity = identifyProcess(mongod.pid)
  if (!identity) throw new Error('mongod ended before the test began')

  await stopMongod({ ...identity, port: mongod.port }, 10_000)

  expect(identifyProcess(mongod.pid)).toBeNull()
  // After a forced end the process number stays in it.
  expect(await readFile(join(parsed.storage.dbPath, 'mongod.lock'), 'utf8')).toBe('')
})

test('a process that does not end when asked is killed after the limit', async () => {
  await using stubborn = await stubbornProcess()
  const identity = identifyProcess(stubborn.pid)
  if (!identity) throw new Error('The process ended before the test began')

  await stopMongod({ ...identity, port: closedPort }, 100)

  expect(identifyProcess(stubborn.pid)).toBeNull()
})

test('without a start time the process number alone decides', async () => {
  await using stubborn = await stubbornProcess()

  await stopMongod({ pid: stubborn.pid, startTicks: null, port: closedPort }, 100)

  expect(identifyProcess(stubborn.pid)).toBeNull()
})

// Only Linux reports when a process began; elsewhere `identifyProcess` gives no start time.
test.runIf(process.platform === 'linux')('on Linux a later process with the same number is left alone', async () => {
  await using later = await stubbornProcess()

  await stopMongod({ pid: later.pid, startTicks: '1', port: closedPort }, 100)

  expect(identifyProcess(later.pid)).toMatchObject({ pid: later.pid, startTicks: expect.stringMatching(/^\d+$/) })
})

test.skipIf(process.platform === 'linux')('elsewhere a process has no start time', () => {
  expect(identifyProcess(process.pid)).toEqual({ pid: process.pid, startTicks: null })
})
