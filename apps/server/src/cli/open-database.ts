import { join } from 'node:path'
import { connectDatabase, type Deps, processMemory } from '@inlet/core'
import { findMongod, startLocalMongod } from '@inlet/mongo'
import { idSource, systemClock } from '@inlet/runtime'
import type { Surroundings } from './command.ts'

/** The database for the time of one command. */
export interface OpenDatabase extends AsyncDisposable {
  deps: Deps
  /** In words: where it is, and whether it was running. */
  place: string
  close(): Promise<void>
}

/**
 * Opens the database that the configuration names; without `MONGODB_URI` that of the data folder, which is started for the moment
 * unless a server has it running. @throws MongodFault, DatabaseSettingFault, the driver's error
 */
export async function openDatabase(surroundings: Surroundings): Promise<OpenDatabase> {
  const { config } = surroundings
  const stops: (() => Promise<void>)[] = []
  const close = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop()
  }
  try {
    const { uri, place } = config.MONGODB_URI
      ? { uri: config.MONGODB_URI, place: 'MONGODB_URI' }
      : await startEmbedded(surroundings, stops)
    const db = await connectDatabase(uri)
    stops.push(() => db.client.close())
    const deps: Deps = { db, clock: systemClock, ...idSource(systemClock), ...processMemory(db) }
    return { deps, place, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startEmbedded({ config, onProgress }: Surroundings, stops: (() => Promise<void>)[]) {
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
