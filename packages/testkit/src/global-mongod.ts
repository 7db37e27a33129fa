import { defaultMongodCacheDir, findMongod, startThrowAwayMongod } from '@inlet/mongo'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The replica set that all files of a test run share. */
    mongodbUri: string
    /** A mongod for tests that start their own; null where MONGODB_URI was given and none was looked for. */
    mongodBinary: string | null
  }
}

/** Vitest's global set-up: one replica set for the run, a throw-away one unless MONGODB_URI names another. Its tear-down ends it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The one place of the tests that reads the environment: no server is there yet whose config could tell.
  const { MONGODB_URI: givenUri, MONGOMS_SYSTEM_BINARY: systemBinary, XDG_CACHE_HOME: cacheHome } = process.env
  if (givenUri) {
    project.provide('mongodbUri', givenUri)
    project.provide('mongodBinary', systemBinary ?? null)
    return async () => {}
  }

  const binary = await findMongod({
    systemBinary,
    cacheDir: defaultMongodCacheDir(cacheHome),
    onProgress: (line) => console.log(line),
  })
  const mongod = await startThrowAwayMongod({ binary })
  project.provide('mongodbUri', mongod.uri)
  project.provide('mongodBinary', binary)
  return () => mongod.stop()
}
