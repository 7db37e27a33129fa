/*
 * Runs in a child process: downloads one mongod with the library and reports on stdout, one word with its value a line.
 * A child process, because the library prints freely and a request that hangs can only be ended from outside. Arguments:
 * version, folder, milliseconds without a byte after which to give up, and the archives' SHA-256 sums by name, as JSON.
 */
import { basename } from 'node:path'
import { DryMongoBinary } from 'mongodb-memory-server-core/lib/util/DryMongoBinary.js'
import { MongoBinaryDownload } from 'mongodb-memory-server-core/lib/util/MongoBinaryDownload.js'
import { z } from 'zod'
import { sha256OfFile } from './mongod-cache.ts'

type Request = Parameters<MongoBinaryDownload['httpDownload']>

class OneTryDownload extends MongoBinaryDownload {
  readonly #stall: NodeJS.Timeout
  #announcedPercent = 0

  constructor(options: ConstructorParameters<typeof MongoBinaryDownload>[0], stallMs: number) {
    super(options)
    this.#stall = setTimeout(() => giveUp(`nothing came for ${stallMs / 1000} seconds`), stallMs)
  }

  override async httpDownload(...[url, request, target, partial]: Request): Promise<string> {
    const archive = basename(url.pathname)
    if (!Object.hasOwn(sums, archive)) giveUp(`no sum is known that ${archive} must have`)
    // The library accepts any certificate by default, and the download is executed.
    return await super.httpDownload(url, { ...request, rejectUnauthorized: true }, target, partial, 1)
  }

  override printDownloadProgress(chunk: { length: number }): void {
    this.#stall.refresh()
    this.dlProgress.current += chunk.length
    const percent = Math.floor((this.dlProgress.current / this.dlProgress.length) * 10) * 10
    if (percent <= this.#announcedPercent) return
    this.#announcedPercent = percent
    console.log(`percent ${percent} of ${this.dlProgress.totalMb} MB`)
  }

  override async extract(archive: string): Promise<string> {
    clearTimeout(this.#stall)
    const [name, actual] = [basename(archive), await sha256OfFile(archive)]
    if (actual !== sums[name]) giveUp(`${name} was refused and deleted: its SHA-256 is ${actual}, not ${sums[name]}`)
    return await super.extract(archive)
  }
}

/** The library's message is long and contains addresses; its code is enough. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : 'an unknown reason'
}

function giveUp(reason: string): never {
  console.log(`failed ${reason}`)
  process.exit(1)
}

/** MongoDB has no build for Debian on ARM. The build for Ubuntu 22.04 runs on Debian 12: OpenSSL 3, and no newer C library. */
function systemOf({ os, arch }: Awaited<ReturnType<typeof DryMongoBinary.generateOptions>>) {
  const isDebian = os?.os === 'linux' && 'dist' in os && /^debian/i.test(os.dist)
  return isDebian && arch === 'arm64' ? { os: 'linux' as const, dist: 'ubuntu', release: '22.04' } : os
}

const [version = '', downloadDir = '', stallMs = '', sumsText = ''] = process.argv.slice(2)
const sums = z.record(z.string(), z.string()).parse(JSON.parse(sumsText))
try {
  const platform = await DryMongoBinary.generateOptions({ version, downloadDir })
  const download = new OneTryDownload(
    { ...platform, os: systemOf(platform), version, downloadDir, checkMD5: false },
    Number(stallMs),
  )
  console.log(`done ${await download.getMongodPath()}`)
  process.exit(0)
} catch (error) {
  giveUp(reasonOf(error))
}
