import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { whileLocked } from '../process/file-lock.ts'
import { prepareDataFolder } from './data-folder.ts'
import { dropExposedKey, isKeyExposed, keepLocalUri, localUri, openLocalAccess } from './local-access.ts'
import { enterLocalUsers } from './local-users.ts'
import { readHolder } from './mongod-holder.ts'
import { type LocalPlace, runLocalMongod, stopLocalMongod } from './run-local-mongod.ts'

/**
 * `dataDir` is the server's data folder, of which mongod gets `mongo/`; `binary` is what `findMongod` answered; `cacheMib` is
 * what it takes of the memory, by itself half of what is beyond 1 GiB; progress comes as whole lines.
 */
export type LocalMongodOptions = {
  dataDir: string
  binary: string
  cacheMib?: number | undefined
  onProgress?: (line: string) => void
}

/**
 * The mongod of a data folder, primary of its one-member replica set; `uri` holds a password. `isFresh`: the folder held no data before;
 * `wasAdopted`: it ran already. `stop` ends it cleanly within 10 s, unless another living process uses it too; calling
 * it again changes nothing.
 */
export type LocalMongod = { uri: string; pid: number; isFresh: boolean; wasAdopted: boolean; stop(): Promise<void> }

const lockLimitMs = 60_000

/**
 * Starts the mongod of a data folder on loopback, or takes over the one that a killed process left running. Only who can
 * read the folder can use it; data that were kept without access control come under it. It outlives this process unless it
 * is stopped. @throws MongodFault when the folder cannot be used, the data is another major version's, or no mongod can be
 * started on it
 */
export async function startLocalMongod(options: LocalMongodOptions): Promise<LocalMongod> {
  const folder = await prepareDataFolder(options.dataDir, options.onProgress ?? (() => {}))
  const lock = join(folder, 'start.lock')
  return await whileLocked(lock, lockLimitMs, async () => {
    const place = await inPlace(options, folder)
    const isFresh = !existsSync(join(place.dbPath, 'WiredTiger'))
    const running = await runLocalMongod(place)
    const uri = localUri(running.port, place.access)
    await keepLocalUri(place.folder, uri)
    const user = await enterLocalUsers(place.folder)

    const leave = async () => {
      const { isLast } = await user.leave()
      if (isLast) await stopLocalMongod(place, running)
    }
    let stopping: Promise<void> | null = null
    return {
      uri,
      pid: running.pid,
      isFresh,
      wasAdopted: running.wasAdopted,
      stop: () => {
        stopping ??= whileLocked(lock, lockLimitMs, leave)
        return stopping
      },
    }
  })
}

async function inPlace(options: LocalMongodOptions, folder: string): Promise<LocalPlace> {
  const { binary, cacheMib, onProgress = () => {} } = options
  const dbPath = join(folder, 'data')
  if (isKeyExposed(folder)) {
    const told = 'Other users of this machine could read the key of the local MongoDB'
    // One that runs with it can have no other.
    if (await readHolder(dbPath)) {
      onProgress(`${told}, which runs with it: the first start after its end makes a new one.`)
    } else {
      onProgress(`${told}: a new one is made.`)
      await dropExposedKey(folder)
    }
  }
  const access = await openLocalAccess(folder)
  return { folder, dbPath, logPath: join(folder, 'mongod.log'), binary, cacheMib, access, onProgress }
}
