import { rm, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { CacheSlot } from './mongod-cache.ts'
import { makeIncomingDir, putIntoCache, sha256OfFile } from './mongod-cache.ts'
import { MongodFault } from './mongod-fault.ts'
import { runCommand } from './run-command.ts'

/**
 * The one version that is downloaded. 8.0 is the oldest series with builds for every platform in question, Debian 12
 * and Ubuntu 24.04 among them, and its support is long; 8.2 and later are short-lived. Not below 8.0.17: older ones
 * show memory to any client (CVE-2025-14847).
 */
export const downloadVersion = '8.0.28'

/** Where the downloaded binary lies in the cache. Its sum differs by platform and is recorded on arrival. */
export const downloadSlot: CacheSlot = {
  name: `download-${downloadVersion}-${process.platform}-${process.arch}`,
  sha256: null,
}

type DownloadOptions = { cacheDir: string; onProgress: (line: string) => void; stallMs?: number }

/**
 * Downloads MongoDB from its maker by way of mongodb-memory-server-core, in one try, into the cache; archive and site
 * are checked by MD5 and certificate. Gives up after `stallMs` (10 s) without a byte. Call it under the cache's lock.
 * @throws MongodFault
 */
export async function downloadMongod(options: DownloadOptions): Promise<string> {
  const { cacheDir, onProgress, stallMs = 10_000 } = options
  const incoming = await makeIncomingDir(cacheDir)
  try {
    onProgress(`Downloading MongoDB ${downloadVersion} …`)
    const binary = await runLibrary(incoming, { onProgress, stallMs })
    const record = {
      version: downloadVersion,
      sha256: await sha256OfFile(binary),
      sizeBytes: (await stat(binary)).size,
    }
    return await putIntoCache(cacheDir, downloadSlot, { binary, record })
  } finally {
    await rm(incoming, { recursive: true, force: true })
  }
}

async function runLibrary(
  folder: string,
  { onProgress, stallMs }: { onProgress: (line: string) => void; stallMs: number },
): Promise<string> {
  const program = fileURLToPath(new URL('./library-download.ts', import.meta.url))
  let binary: string | null = null
  let reason = 'it ended without a word'
  const outcome = await runCommand([process.execPath, program, downloadVersion, folder, String(stallMs)], {
    timeoutMs: 900_000,
    onLine: (line) => {
      if (line.startsWith('percent '))
        onProgress(`Downloading MongoDB ${downloadVersion}: ${line.replace('percent ', '').replace(' of', ' % of')}`)
      if (line.startsWith('done ')) binary = line.slice('done '.length)
      if (line.startsWith('failed ')) reason = line.slice('failed '.length)
    },
  })
  if (outcome.state === 'timed-out') reason = 'it took longer than 15 minutes'
  if (binary === null)
    throw new MongodFault(`MongoDB ${downloadVersion} could not be downloaded (${withoutAddresses(reason)}).`)
  return binary
}

const withoutAddresses = (text: string) => text.replaceAll(/\b\w+:\/\/\S+/g, '…').slice(0, 200)
