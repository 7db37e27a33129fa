import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

const cacheRecord = z.object({ version: z.string(), sha256: z.string(), sizeBytes: z.int().positive() })

/** The record beside a cached binary. */
export type CacheRecord = z.infer<typeof cacheRecord>

/** A place in the cache: the name of its folder and, where the binary is known in advance, its SHA-256 in hexadecimal. */
export type CacheSlot = { name: string; sha256: string | null }

const incomingPrefix = '.incoming-'

/** The cache folder of fetched binaries, one for all checkouts of a user: under `xdgCacheHome` if given, else `~/.cache`. */
export function defaultMongodCacheDir(xdgCacheHome?: string): string {
  return join(xdgCacheHome || join(homedir(), '.cache'), 'inlet', 'mongod')
}

/** The lock file that must be held to change the cache. */
export const cacheLockPath = (cacheDir: string) => join(cacheDir, 'fetch.lock')

/**
 * The cached binary of a slot, or null. A binary that does not match its record (size, recorded sum) is removed; its sum
 * was computed when it was put here.
 */
export async function findCached(cacheDir: string, slot: CacheSlot): Promise<string | null> {
  const folder = join(cacheDir, slot.name)
  const binary = join(folder, binaryName)
  const record = await readRecord(folder)
  const found = await stat(binary).catch(() => null)
  if (!record || !found) return null
  if (found.size === record.sizeBytes && (slot.sha256 === null || slot.sha256 === record.sha256)) return binary

  await rm(folder, { recursive: true, force: true })
  return null
}

/**
 * Makes an empty folder inside the cache for a download, on the same disk, so that the result can be renamed into place.
 * Call it under the cache's lock.
 */
export async function makeIncomingDir(cacheDir: string): Promise<string> {
  const left = await readdir(cacheDir).catch(() => [])
  // Only the holder of the lock downloads, so any folder here is left from a process that was killed.
  for (const name of left.filter((each) => each.startsWith(incomingPrefix))) {
    await rm(join(cacheDir, name), { recursive: true, force: true })
  }
  const folder = join(cacheDir, `${incomingPrefix}${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Moves a checked binary into its slot in one step, with its record. @returns its path there */
export async function putIntoCache(
  cacheDir: string,
  slot: CacheSlot,
  fetched: { binary: string; record: CacheRecord },
): Promise<string> {
  const folder = join(cacheDir, slot.name)
  const aside = await mkdirBeside(cacheDir)
  await rename(fetched.binary, join(aside, binaryName))
  await chmod(join(aside, binaryName), 0o755)
  await writeFile(join(aside, recordName), `${JSON.stringify(fetched.record, null, 2)}\n`)
  await rm(folder, { recursive: true, force: true })
  await rename(aside, folder)
  return join(folder, binaryName)
}

/** SHA-256 of a file's bytes, in hexadecimal. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash)
  return hash.digest('hex')
}

const binaryName = process.platform === 'win32' ? 'mongod.exe' : 'mongod'
const recordName = 'record.json'

async function mkdirBeside(cacheDir: string): Promise<string> {
  const folder = join(cacheDir, `${incomingPrefix}${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

async function readRecord(folder: string): Promise<CacheRecord | null> {
  try {
    const parsed = cacheRecord.safeParse(JSON.parse(await readFile(join(folder, recordName), 'utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
