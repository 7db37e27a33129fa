import { randomBytes } from 'node:crypto'
import { readFile, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { defaultMongodCacheDir, findMongod, startThrowAwayMongod, type ThrowAwayMongod } from '@inlet/mongo'
import { MongoClient } from 'mongodb'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the replica set that all files of a test run share. */
    mongodbUri: string
    /** How the names of this run's databases begin. */
    databasePrefix: string
    /** The path of the mongod program, for tests that start one to kill or freeze it. */
    mongodBinary: string
    /** Whether this is a run of CI, where no test may be skipped because the machine lacks something. */
    isCi: boolean
  }
}

/**
 * Vitest's global set-up: one replica set for the run, a throw-away one unless MONGODB_URI is set. The tear-down
 * stops it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The only place in the tests that reads the environment: no server has read its configuration yet.
  const { MONGODB_URI: givenUri, MONGOMS_SYSTEM_BINARY: systemBinary, XDG_CACHE_HOME: cacheHome, CI } = process.env
  project.provide('isCi', CI !== undefined && CI !== '' && CI !== 'false')
  const binary = await findMongod({
    systemBinary,
    cacheDir: defaultMongodCacheDir(cacheHome),
    onProgress: (line) => console.log(line),
  })
  project.provide('mongodBinary', binary)
  const databasePrefix = `test-${randomBytes(4).toString('hex')}-`
  project.provide('databasePrefix', databasePrefix)
  if (givenUri) {
    await assertReplicaSet(givenUri)
    project.provide('mongodbUri', givenUri)
    return () => dropDatabases(givenUri, databasePrefix)
  }

  const mongod = await startThrowAwayMongod({ binary, parentFolder: await dataParent() })
  project.provide('mongodbUri', mongod.uri)
  const watch = setInterval(() => {
    if (mongod.state() !== 'ended') return
    clearInterval(watch)
    void endRunWithout(mongod, project)
  }, watchMs).unref()
  return () => {
    clearInterval(watch)
    return mongod.stop()
  }
}

const watchMs = 1_000
const logLines = 20
const logLineLength = 1_000

/** Without its mongod each remaining test would fail after a limit of its own, and none would say why. */
async function endRunWithout({ logPath }: ThrowAwayMongod, { vitest }: TestProject): Promise<void> {
  process.exitCode = 1
  const log = await readFile(logPath, 'utf8').catch(() => 'Its log could not be read.')
  const lines = log.split('\n').filter((line) => !line.includes('"msg":"Frame"'))
  console.error('The mongod of this run ended by itself. The end of its log (without a fatal line, it was killed):')
  for (const line of lines.slice(-logLines)) console.error(line.slice(0, logLineLength))
  await vitest.cancelCurrentRun('test-failure')
}

const memoryFolder = '/dev/shm'
const memoryNeededBytes = 4 * 1024 ** 3

/**
 * In memory where the system has a file system there (Linux) with room for it: on a disk that others use too, a write
 * may wait for seconds, and a new database takes twice as long. Not in a container, which has 64 MB there.
 */
async function dataParent(): Promise<string> {
  const space = await statfs(memoryFolder).catch(() => null)
  return space && space.bavail * space.bsize >= memoryNeededBytes ? memoryFolder : tmpdir()
}

/** Drops what tests left for later ones: on a server of its own it goes with the server. */
async function dropDatabases(uri: string, prefix: string): Promise<void> {
  await using client = new MongoClient(uri)
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true })
  for (const { name } of databases) if (name.startsWith(prefix)) await client.db(name).dropDatabase()
}

/** Transactions and change streams need a replica set; without this check a test would fail with an unclear error. */
async function assertReplicaSet(uri: string): Promise<void> {
  await using client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 })
  const hello = await client.db('admin').command({ hello: 1 })
  if (!hello.setName) throw new Error('MONGODB_URI is no replica set: unset it, and the tests start one of their own')
}
