import { join } from 'node:path'
import { connectDatabase, type Deps } from '@inlet/core'
import { findMongod, startLocalMongod } from '@inlet/mongo'
import { type Config, idSource, systemClock } from '@inlet/runtime'

/** The database for the time of one command. */
export interface OpenDatabase extends AsyncDisposable {
  deps: Deps
  /** In words: where it is, and whether it was running. */
  place: string
  close(): Promise<void>
}

/**
 * Opens the database that the configuration names; without `MONGODB_URI` that of the data folder, which is started for the moment
 * unless a server has it running. @throws MongodFault, the driver's error
 */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  const stops: (() => Promise<void>)[] = []
  const close = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop()
  }
  try {
    const { uri, place } = config.MONGODB_URI
      ? { uri: config.MONGODB_URI, place: 'MONGODB_URI' }
      : await startEmbedded(config, stops)
    const db = await connectDatabase(uri)
    stops.push(() => db.client.close())
    const deps: Deps = { db, clock: systemClock, ...idSource(systemClock) }
    return { deps, place, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startEmbedded(config: Config, stops: (() => Promise<void>)[]) {
  // What is said here is no part of the answer.
  const onProgress = (line: string) => console.error(line)
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
