import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { whileLocked } from '../process/file-lock.ts'
import { prepareDataFolder } from './data-folder.ts'
import { dropExposedKey, isKeyExposed, localUri, openLocalAccess, writeLocalUri } from './local-access.ts'
import { enterLocalUsers } from './local-users.ts'
import { runLocalMongod } from './run-local-mongod.ts'
import { type LocalPlace, readHolder, stopLocalMongod } from './running-mongod.ts'

/**
 * `dataDir` is the server's data folder, mongod uses its folder `mongo`; `binary` is the result of `findMongod`; `cacheMib`
 * is the size of mongod's cache (default: half of the memory above 1 GiB); `onProgress` gets whole lines.
 */
export type LocalMongodOptions = {
  dataDir: string
  binary: string
  cacheMib?: number | undefined
  onProgress?: (line: string) => void
}

/**
 * The mongod of a data folder, primary of its one-member replica set; `uri` contains a password. `isFresh`: the folder had
 * no data before; `wasAdopted`: it ran already. `stop` ends it cleanly within 10 s, unless another living process uses it
 * too; a second call does nothing more.
 */
export type LocalMongod = { uri: string; pid: number; isFresh: boolean; wasAdopted: boolean; stop(): Promise<void> }

const lockLimitMs = 60_000

/**
 * Starts the mongod of a data folder on loopback, or adopts the one that a killed process left running. Only users who can
 * read the folder can use it; older data without access control get it. It keeps running after this process unless it is
 * stopped. @throws MongodError when the folder cannot be used, another major version wrote the data, or mongod cannot be
 * started
 */
export async function startLocalMongod(options: LocalMongodOptions): Promise<LocalMongod> {
  const folder = await prepareDataFolder(options.dataDir, options.onProgress ?? (() => {}))
  const lock = join(folder, 'start.lock')
  return await whileLocked(lock, lockLimitMs, async () => {
    const place = await openPlace(options, folder)
    const isFresh = !existsSync(join(place.dbPath, 'WiredTiger'))
    const running = await runLocalMongod(place)
    const uri = localUri(running.port, place.access)
    await writeLocalUri(place.folder, uri)
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

async function openPlace(options: LocalMongodOptions, folder: string): Promise<LocalPlace> {
  const { binary, cacheMib, onProgress = () => {} } = options
  const dbPath = join(folder, 'data')
  if (isKeyExposed(folder)) {
    const reason = 'Other users of this machine could read the key of the local MongoDB'
    // A running mongod cannot change its key.
    if (await readHolder(dbPath)) {
      onProgress(`${reason}, which runs with it: the first start after its end makes a new one.`)
    } else {
      onProgress(`${reason}: a new one is made.`)
      await dropExposedKey(folder)
    }
  }
  const access = await openLocalAccess(folder)
  return { folder, dbPath, logPath: join(folder, 'mongod.log'), binary, cacheMib, access, onProgress }
}
