import { existsSync } from 'node:fs'
import { chmod, mkdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { whileLocked } from './file-lock.ts'
import { localFolder } from './local-state.ts'
import { enterLocalUsers } from './local-users.ts'
import { replicaSetUri } from './replica-set.ts'
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
 * The mongod of a data folder, primary of its one-member replica set. `isFresh`: the folder held no data before;
 * `wasAdopted`: it ran already. `stop` ends it cleanly within 10 s, unless another living process uses it too; calling
 * it again changes nothing.
 */
export type LocalMongod = { uri: string; pid: number; isFresh: boolean; wasAdopted: boolean; stop(): Promise<void> }

const lockLimitMs = 60_000

/**
 * Starts the mongod of a data folder on loopback, or takes over the one that a killed process left running. It outlives
 * this process unless it is stopped. @throws MongodFault when the data is another major version's, or no mongod can be
 * started on it
 */
export async function startLocalMongod(options: LocalMongodOptions): Promise<LocalMongod> {
  const place = await preparePlace(options)
  const lock = join(place.folder, 'start.lock')
  return await whileLocked(lock, lockLimitMs, async () => {
    const isFresh = !existsSync(join(place.dbPath, 'WiredTiger'))
    const running = await runLocalMongod(place)
    const user = await enterLocalUsers(place.folder)

    const leave = async () => {
      const { isLast } = await user.leave()
      if (isLast) await stopLocalMongod(place, running)
    }
    let stopping: Promise<void> | null = null
    return {
      uri: replicaSetUri(running.port),
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

async function preparePlace({
  dataDir,
  binary,
  cacheMib,
  onProgress = () => {},
}: LocalMongodOptions): Promise<LocalPlace> {
  const wanted = localFolder(resolve(dataDir))
  await mkdir(join(wanted, 'data'), { recursive: true, mode: 0o700 })
  // mongod tells its folder as the system sees it, and that is how a running one is recognised.
  const folder = await realpath(wanted)
  // It may be older than this rule: nobody else on the machine is to read mail here.
  await chmod(folder, 0o700)
  return { folder, dbPath: join(folder, 'data'), logPath: join(folder, 'mongod.log'), binary, cacheMib, onProgress }
}
