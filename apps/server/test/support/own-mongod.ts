import { join } from 'node:path'
import { findMongod, startThrowAwayMongod, type ThrowAwayMongod } from '@inlet/mongo'
import { readConfig } from '@inlet/runtime'

/** Starts a throw-away replica set for a program that tests outside of vitest, which has one for its run. */
export async function startOwnMongod(): Promise<ThrowAwayMongod> {
  const config = readConfig()
  const binary = await findMongod({
    systemBinary: config.MONGOMS_SYSTEM_BINARY,
    cacheDir: join(config.INLET_CACHE_DIR, 'mongod'),
    onProgress: (line) => console.log(line),
  })
  return await startThrowAwayMongod({ binary })
}
