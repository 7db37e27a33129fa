import { rm, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { MongodError } from '../errors.ts'
import { runCommand } from '../process/run-command.ts'
import { type ArchiveSums, archiveSums, downloadVersion } from './archive-sums.ts'
import { type CacheSlot, makeIncomingDir, putIntoCache, sha256OfFile } from './mongod-cache.ts'

/** The place of the downloaded binary in the cache. The archive's sum is pinned; the binary's sum is recorded after the download. */
export const downloadSlot: CacheSlot = {
  name: `download-${downloadVersion}-${process.platform}-${process.arch}`,
  sha256: null,
}

type DownloadOptions = {
  cacheDir: string
  onProgress: (line: string) => void
  /** Replaces the published sums of the archives. */
  sums?: ArchiveSums | undefined
  stallMs?: number
}

/**
 * Downloads MongoDB from its maker with mongodb-memory-server-core into the cache, without retries. An archive without a
 * pinned sum is not requested; an archive with a wrong sum is deleted. Gives up after `stallMs` (10 s) without a byte.
 * Call it under the cache's lock. @throws MongodError
 */
export async function downloadMongod(options: DownloadOptions): Promise<string> {
  const { cacheDir, onProgress, sums = archiveSums, stallMs = 10_000 } = options
  const incoming = await makeIncomingDir(cacheDir)
  try {
    onProgress(`Downloading MongoDB ${downloadVersion} …`)
    const binary = await runLibrary(incoming, { onProgress, sums, stallMs })
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
  { onProgress, sums, stallMs }: Required<Omit<DownloadOptions, 'cacheDir' | 'sums'>> & { sums: ArchiveSums },
): Promise<string> {
  const program = fileURLToPath(new URL('./library-download.ts', import.meta.url))
  let binary: string | null = null
  let reason = 'the download ended without a reason'
  const request = [downloadVersion, folder, String(stallMs), JSON.stringify(sums)]
  const outcome = await runCommand([process.execPath, program, ...request], {
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
    throw new MongodError(`MongoDB ${downloadVersion} could not be downloaded (${withoutAddresses(reason)}).`)
  return binary
}

const withoutAddresses = (text: string) => text.replaceAll(/\b\w+:\/\/\S+/g, '…').slice(0, 300)
