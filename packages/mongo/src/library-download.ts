/*
 * The program of a process of its own: downloads one mongod with the library and says how it goes on stdout, a word and
 * its value a line. Alone, because the library prints what it likes and a request that hangs can only be ended from
 * outside. Arguments: version, folder, milliseconds without a byte after which to give up.
 */
import { DryMongoBinary } from 'mongodb-memory-server-core/lib/util/DryMongoBinary.js'
import { MongoBinaryDownload } from 'mongodb-memory-server-core/lib/util/MongoBinaryDownload.js'

type Request = Parameters<MongoBinaryDownload['httpDownload']>

class OneTryDownload extends MongoBinaryDownload {
  readonly #stall: NodeJS.Timeout
  #announcedPercent = 0

  constructor(options: ConstructorParameters<typeof MongoBinaryDownload>[0], stallMs: number) {
    super(options)
    this.#stall = setTimeout(() => giveUp(`nothing came for ${stallMs / 1000} seconds`), stallMs)
  }

  override async httpDownload(...[url, request, target, partial]: Request): Promise<string> {
    // The library trusts any certificate unless told otherwise, and what comes is run.
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
    return await super.extract(archive)
  }
}

/** The library's message is a paragraph with addresses; its code says as much in a word. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : 'an unknown reason'
}

function giveUp(reason: string): never {
  console.log(`failed ${reason}`)
  process.exit(1)
}

const [version = '', downloadDir = '', stallMs = ''] = process.argv.slice(2)
try {
  const platform = await DryMongoBinary.generateOptions({ version, downloadDir })
  const download = new OneTryDownload({ ...platform, version, downloadDir, checkMD5: true }, Number(stallMs))
  console.log(`done ${await download.getMongodPath()}`)
  process.exit(0)
} catch (error) {
  giveUp(reasonOf(error))
}
