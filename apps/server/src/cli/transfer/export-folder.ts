import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../command.ts'
import { type CompleteManifest, exportFormat, type Manifest, manifest, manifestFile } from './manifest.ts'
import { type Line, linesOf } from './read-lines.ts'

/** A folder that only its owner can read, into which one service is exported. */
export interface ExportFolder {
  /** Whether a file is there already, whole. */
  has(path: string): Promise<boolean>
  /** Writes a file under its name when it is whole; until then it has another one. @returns its SHA-256 in hexadecimal */
  write(path: string, pieces: AsyncIterable<Uint8Array | string>): Promise<string>
  /** The SHA-256 of a file that is there already, in hexadecimal. */
  digest(path: string): Promise<string>
  makeFolder(path: string): Promise<void>
  /** The lines of a file that is there already. */
  lines(path: string): AsyncIterable<Line>
  /** Says in the folder that the export is whole. */
  complete(facts: Pick<CompleteManifest, 'exportedAt' | 'counts'>): Promise<void>
}

/**
 * Makes the folder, or opens one that is empty; with `isResumed` also one with an unfinished export of the same service.
 * @throws UsageError for any other folder
 */
export async function openExportFolder(
  folder: string,
  { serviceId, isResumed, newId }: { serviceId: string; isResumed: boolean; newId: () => string },
): Promise<ExportFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = await readdir(folder)
  const exportId = names.length > 0 ? await unfinishedExport(folder, { serviceId, isResumed }) : newId()
  // One that was there may be open to others.
  await chmod(folder, 0o700)

  const write = async (path: string, pieces: AsyncIterable<Uint8Array | string>) => {
    const part = join(folder, `${path}.part`)
    const digest = await writeAll(part, pieces)
    await rename(part, join(folder, path))
    return digest
  }
  const state = (written: Manifest) => write(manifestFile, one(`${JSON.stringify(written, null, 2)}\n`))
  const base = { format: exportFormat, exportId, serviceId } as const
  await state({ ...base, state: 'unfinished' })
  return {
    write,
    has: async (path) => (await stat(join(folder, path)).catch(() => null)) !== null,
    async digest(path) {
      const hash = createHash('sha256')
      for await (const piece of createReadStream(join(folder, path))) hash.update(piece)
      return hash.digest('hex')
    },
    makeFolder: async (path) => void (await mkdir(join(folder, path), { recursive: true, mode: 0o700 })),
    lines: (path) => linesOf(createReadStream(join(folder, path)), Number.POSITIVE_INFINITY),
    complete: async (facts) => void (await state({ ...base, state: 'complete', ...facts })),
  }
}

/** @returns the id of the unfinished export of this service in the folder */
async function unfinishedExport(
  folder: string,
  { serviceId, isResumed }: { serviceId: string; isResumed: boolean },
): Promise<string> {
  const found = await readManifest(folder)
  if (isResumed && found?.state === 'complete' && found.serviceId === serviceId)
    throw new UsageError(
      `--resume: the export of this service in ${folder} is complete: there is nothing to go on with`,
    )
  if (found?.state !== 'unfinished' || found.serviceId !== serviceId)
    throw new UsageError(`--to: the folder ${folder} is not empty`)
  if (!isResumed)
    throw new UsageError(`--to: the folder ${folder} has an unfinished export of this service: add --resume to go on`)
  return found.exportId
}

async function readManifest(folder: string): Promise<Manifest | null> {
  try {
    return manifest.parse(JSON.parse(await readFile(join(folder, manifestFile), 'utf8')))
  } catch {
    return null
  }
}

async function writeAll(path: string, pieces: AsyncIterable<Uint8Array | string>): Promise<string> {
  await using file = await open(path, 'w', 0o600)
  const hash = createHash('sha256')
  for await (const piece of pieces) {
    const buffer = typeof piece === 'string' ? Buffer.from(piece) : piece
    await file.writeFile(buffer)
    hash.update(buffer)
  }
  // Before it gets its name: after a power failure a file with a name is whole.
  await file.sync()
  return hash.digest('hex')
}

async function* one(text: string): AsyncGenerator<string, void, void> {
  yield text
}
