import { defaultMongodCacheDir, findMongod, startThrowAwayMongod } from '@inlet/mongo'
import { MongoClient } from 'mongodb'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the replica set that all files of a test run share. */
    mongodbUri: string
    /** The path of a mongod, for tests that start one of their own to kill or freeze it. */
    mongodBinary: string
    /** Whether this is a run of CI, in which no test may be skipped for what the machine lacks. */
    isCi: boolean
  }
}

/**
 * Vitest's global set-up: one replica set for the run, a throw-away one unless MONGODB_URI names another. Its tear-down
 * ends it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The one place of the tests that reads the environment: no server has read its configuration yet.
  const { MONGODB_URI: givenUri, MONGOMS_SYSTEM_BINARY: systemBinary, XDG_CACHE_HOME: cacheHome, CI } = process.env
  project.provide('isCi', CI !== undefined && CI !== '' && CI !== 'false')
  const binary = await findMongod({
    systemBinary,
    cacheDir: defaultMongodCacheDir(cacheHome),
    onProgress: (line) => console.log(line),
  })
  project.provide('mongodBinary', binary)
  if (givenUri) {
    await assertReplicaSet(givenUri)
    project.provide('mongodbUri', givenUri)
    return async () => {}
  }

  const mongod = await startThrowAwayMongod({ binary })
  project.provide('mongodbUri', mongod.uri)
  return () => mongod.stop()
}

/** Transactions and change streams need a set, and a test that lacks one fails far from the reason. */
async function assertReplicaSet(uri: string): Promise<void> {
  await using client = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 })
  const hello = await client.db('admin').command({ hello: 1 })
  if (!hello.setName) throw new Error('MONGODB_URI is no replica set: unset it, and the tests start one of their own')
}
