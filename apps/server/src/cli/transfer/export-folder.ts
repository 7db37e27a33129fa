import { chmod, mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { UsageError } from '../command.ts'

/** The version of the folder's format. */
const exportFormat = 1

/** The first file of an export: what it is, and whether it is whole. */
const manifestFile = 'export.json'
const manifest = z.object({
  format: z.literal(exportFormat),
  serviceId: z.string(),
  state: z.enum(['unfinished', 'complete']),
})
type Manifest = z.infer<typeof manifest>

/** A folder that only its owner can read, into which one service is exported. */
export interface ExportFolder {
  /** Whether a file is there already, whole. */
  has(path: string): Promise<boolean>
  /** Writes a file under its name when it is whole; until then it has another one. @returns how many bytes it has */
  write(path: string, pieces: AsyncIterable<Uint8Array | string>): Promise<number>
  makeFolder(path: string): Promise<void>
  /** Says in the folder that the export is whole. */
  complete(facts: object): Promise<void>
}

/**
 * Makes the folder, or opens one that is empty; with `isResumed` also one with an unfinished export of the same service.
 * @throws UsageError for any other folder
 */
export async function openExportFolder(
  folder: string,
  { serviceId, isResumed }: { serviceId: string; isResumed: boolean },
): Promise<ExportFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = await readdir(folder)
  if (names.length > 0) await assertUnfinished(folder, { serviceId, isResumed })
  // One that was there may be open to others.
  await chmod(folder, 0o700)

  const write = async (path: string, pieces: AsyncIterable<Uint8Array | string>) => {
    const part = join(folder, `${path}.part`)
    const bytes = await writeAll(part, pieces)
    await rename(part, join(folder, path))
    return bytes
  }
  const state = (written: Manifest & object) => write(manifestFile, one(`${JSON.stringify(written, null, 2)}\n`))
  await state({ format: exportFormat, serviceId, state: 'unfinished' })
  return {
    write,
    has: async (path) => (await stat(join(folder, path)).catch(() => null)) !== null,
    makeFolder: async (path) => void (await mkdir(join(folder, path), { recursive: true, mode: 0o700 })),
    complete: async (facts) => void (await state({ format: exportFormat, serviceId, state: 'complete', ...facts })),
  }
}

async function assertUnfinished(
  folder: string,
  { serviceId, isResumed }: { serviceId: string; isResumed: boolean },
): Promise<void> {
  const found = await readManifest(folder)
  if (found?.state !== 'unfinished' || found.serviceId !== serviceId)
    throw new UsageError(`--to: the folder ${folder} is not empty`)
  if (!isResumed)
    throw new UsageError(`--to: the folder ${folder} has an unfinished export of this service: add --resume to go on`)
}

async function readManifest(folder: string): Promise<Manifest | null> {
  try {
    return manifest.parse(JSON.parse(await readFile(join(folder, manifestFile), 'utf8')))
  } catch {
    return null
  }
}

async function writeAll(path: string, pieces: AsyncIterable<Uint8Array | string>): Promise<number> {
  await using file = await open(path, 'w', 0o600)
  let bytes = 0
  for await (const piece of pieces) {
    const buffer = typeof piece === 'string' ? Buffer.from(piece) : piece
    await file.writeFile(buffer)
    bytes += buffer.length
  }
  // Before it gets its name: after a power failure a file with a name is whole.
  await file.sync()
  return bytes
}

async function* one(text: string): AsyncGenerator<string, void, void> {
  yield text
}
