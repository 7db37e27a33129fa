import { join } from 'node:path'
import { connectDatabase, type Deps, processMemory } from '@inlet/core'
import { findMongod, startLocalMongod } from '@inlet/mongo'
import { idSource, systemClock } from '@inlet/runtime'
import { readPlans } from '../start/read-plans.ts'
import type { CommandEnvironment } from './command.ts'

/** A database that is open during one command. */
export interface OpenDatabase extends AsyncDisposable {
  deps: Deps
  /** For people: where the database is, and whether it was running. */
  place: string
  close(): Promise<void>
}

/**
 * Opens the database of `MONGODB_URI`, or else the embedded one of the data folder, which is started for this command unless a server
 * has it running. @throws MongodError, DatabaseSettingError, the driver's error
 */
export async function openDatabase(environment: CommandEnvironment): Promise<OpenDatabase> {
  const { config } = environment
  const stops: (() => Promise<void>)[] = []
  const close = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop()
  }
  try {
    const plans = await readPlans(config)
    const { uri, place } = config.MONGODB_URI
      ? { uri: config.MONGODB_URI, place: 'MONGODB_URI' }
      : await startEmbedded(environment, stops)
    const db = await connectDatabase(uri)
    stops.push(() => db.client.close())
    const deps: Deps = { db, clock: systemClock, ...idSource(systemClock), plans, ...processMemory(db) }
    return { deps, place, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startEmbedded({ config, onProgress }: CommandEnvironment, stops: (() => Promise<void>)[]) {
  const binary = await findMongod({
    systemBinary: config.MONGOMS_SYSTEM_BINARY,
    cacheDir: join(config.INLET_CACHE_DIR, 'mongod'),
    dataDir: config.INLET_DATA_DIR,
    onProgress,
  })
  const mongod = await startLocalMongod({ dataDir: config.INLET_DATA_DIR, binary, onProgress })
  stops.push(() => mongod.stop())
  const folder = join(config.INLET_DATA_DIR, 'mongo')
  return {
    uri: mongod.uri,
    place: `embedded in ${folder}, ${mongod.wasAdopted ? 'running' : 'started for this command'}`,
  }
}
