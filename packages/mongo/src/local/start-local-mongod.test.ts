import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { expect, inject, test, vi } from 'vitest'
import { countMarks, leaveMark, localMongod } from '../../test/local-mongod.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { identifyProcess } from '../process/process-identity.ts'
import { spawnMongod } from '../process/spawn-mongod.ts'
import { startLocalMongod } from './start-local-mongod.ts'

const binary = inject('mongodBinary')

test.concurrent('the first start has no data, is private to its owner and listens on loopback only', async () => {
  await using folder = await temporaryFolder()
  await using local = await localMongod({ binary, dataDir: folder.path })

  expect(local).toMatchObject({ isFresh: true, wasAdopted: false })
  expect(new URL(local.uri).hostname).toBe('127.0.0.1')
  expect((await stat(join(folder.path, 'mongo'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder.path, 'mongo', 'mongod.log'))).mode & 0o077).toBe(0)
  const { parsed } = await command(local.uri, { getCmdLineOpts: 1 })
  expect(parsed).toMatchObject({ net: { bindIp: '127.0.0.1' } })
})

test.concurrent('a data folder without mail takes less than 50 MiB of disk', async () => {
  await using folder = await temporaryFolder()
  await using local = await localMongod({ binary, dataDir: folder.path })
  await leaveMark(local.uri)

  const files = await readdir(folder.path, { recursive: true })
  const stats = await Promise.all(files.map((file) => stat(join(folder.path, file))))

  expect(stats.reduce((bytes, { blocks }) => bytes + blocks * 512, 0)).toBeLessThan(50 * 1024 * 1024)
})

test.concurrent('after a clean stop the next start finds the data at the same address', async () => {
  await using folder = await temporaryFolder()
  const first = await startLocalMongod({ binary, dataDir: folder.path })
  await leaveMark(first.uri)
  await first.stop()
  expect(identifyProcess(first.pid)).toBeNull()

  await using second = await localMongod({ binary, dataDir: folder.path })

  expect(second).toMatchObject({ uri: first.uri, isFresh: false, wasAdopted: false })
  expect(await countMarks(second.uri)).toBe(1)
})

test.concurrent('after a kill -9 of mongod the next start has all acknowledged writes', async () => {
  await using folder = await temporaryFolder()
  const first = await startLocalMongod({ binary, dataDir: folder.path })
  await leaveMark(first.uri)
  process.kill(first.pid, 'SIGKILL')
  await first.stop()

  await using second = await localMongod({ binary, dataDir: folder.path })

  expect(second).toMatchObject({ uri: first.uri, wasAdopted: false })
  expect(await countMarks(second.uri)).toBe(1)
})

test.concurrent('a start waits for a mongod that is ending', async () => {
  await using folder = await temporaryFolder()
  await using first = await localMongod({ binary, dataDir: folder.path })
  await leaveMark(first.uri)
  process.kill(first.pid, 'SIGTERM')
  // The process handles the signal a moment after it was sent.
  const log = join(folder.path, 'mongo', 'mongod.log')
  await vi.waitUntil(async () => (await readFile(log, 'utf8')).includes('Received signal'), { timeout: 30_000 })

  await using second = await localMongod({ binary, dataDir: folder.path })

  expect(second.pid).not.toBe(first.pid)
  expect(second).toMatchObject({ uri: first.uri, wasAdopted: false })
  expect(await countMarks(second.uri)).toBe(1)
})

test.concurrent('data of another major version are refused in one sentence, and nothing is started on them', async () => {
  await using folder = await temporaryFolder()
  const first = await startLocalMongod({ binary, dataDir: folder.path })
  await first.stop()
  const statePath = join(folder.path, 'mongo', 'state.json')
  const state = (await readFile(statePath, 'utf8')).replace(/"version":"[^"]+"/, '"version":"4.4.29"')
  await writeFile(statePath, state)

  await expect(startLocalMongod({ binary, dataDir: folder.path })).rejects.toThrow(
    /^The data in \S+ was written by MongoDB 4\.4\.29 and cannot be opened by \d[^:]+: set MONGOMS_SYSTEM_BINARY to [^.]+\.$/,
  )
  expect(await readFile(join(folder.path, 'mongo', 'data', 'mongod.lock'), 'utf8')).toBe('')
})

test.concurrent('without its state file the data are served again, at a new address', async () => {
  await using folder = await temporaryFolder()
  const first = await startLocalMongod({ binary, dataDir: folder.path })
  await leaveMark(first.uri)
  await first.stop()
  await rm(join(folder.path, 'mongo', 'state.json'))

  await using second = await localMongod({ binary, dataDir: folder.path })

  expect(second.isFresh).toBe(false)
  expect(await countMarks(second.uri)).toBe(1)
})

test.concurrent('a mongod that a killed start left running without its set is replaced', async () => {
  await using folder = await temporaryFolder()
  const first = await startLocalMongod({ binary, dataDir: folder.path })
  await leaveMark(first.uri)
  await first.stop()
  const left = await spawnMongod({
    binary,
    dbPath: join(folder.path, 'mongo', 'data'),
    logPath: join(folder.path, 'mongo', 'mongod.log'),
    port: Number(new URL(first.uri).port),
    oplogMib: 990,
    isStandalone: true,
  })

  await using second = await localMongod({ binary, dataDir: folder.path })

  expect(left).toMatchObject({ state: 'answering' })
  expect(second).toMatchObject({ uri: first.uri, wasAdopted: false })
  expect(await countMarks(second.uri)).toBe(1)
})

test.concurrent('a large log is renamed at the next start', async () => {
  await using folder = await temporaryFolder()
  const first = await startLocalMongod({ binary, dataDir: folder.path })
  await first.stop()
  const log = join(folder.path, 'mongo', 'mongod.log')
  await writeFile(log, 'x'.repeat(5 * 1024 * 1024))

  await using second = await localMongod({ binary, dataDir: folder.path })

  expect(second.isFresh).toBe(false)
  expect((await stat(`${log}.1`)).size).toBe(5 * 1024 * 1024)
  expect((await stat(log)).size).toBeLessThan(1024 * 1024)
})

async function command(uri: string, request: Record<string, number>) {
  await using client = new MongoClient(uri)
  return await client.db('admin').command(request)
}
