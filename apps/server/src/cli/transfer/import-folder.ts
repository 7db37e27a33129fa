import { createHash, hash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServiceRecord } from '@inlet/core'
import { UsageError } from '../command.ts'
import { folderError, issueOf } from './folder-error.ts'
import { type CompleteManifest, completeManifest, exportFormat, manifest, manifestFile } from './manifest.ts'
import { type Line, LineError, linesOf } from './read-lines.ts'
import { type ExportedRecords, recordSchemas, serviceRecord } from './record-schemas.ts'

/** The largest record is a message with two bodies of 2 MiB, in which JSON may write six characters for one. */
const lineMaxBytes = 32 * 1024 * 1024
const manifestMaxBytes = 64 * 1024

/** The kinds of records that an export has as lines. */
export type LineKind = keyof ExportedRecords
export type RecordOf<K extends LineKind> = ExportedRecords[K]

/** A record, and the number and length of its line. */
export interface RecordLine<T> {
  record: T
  line: number
  chars: number
}

/** What the record of a message says of its source. */
type SourceFacts = Pick<RecordOf<'messages'>, 'sizeBytes' | 'sha256'>

/**
 * A folder that claims to be an export. Nothing in it is trusted: no link is followed, every line is checked, and every error names file
 * and line. All throw BAD_REQUEST with such an error.
 */
export interface ImportFolder {
  manifest: CompleteManifest
  service: ServiceRecord
  /** The records of a file, each read and checked when it is asked for. */
  records<K extends LineKind>(kind: K, path: string): AsyncGenerator<RecordLine<RecordOf<K>>, void, void>
  /** Refuses a mail's source that is missing, no file, or another one than was exported. */
  assertSource(path: string, expected: SourceFacts): Promise<void>
  readSource(path: string, expected: SourceFacts): Promise<Buffer>
  /** Refuses what is no folder. */
  assertFolder(path: string): Promise<void>
}

/** Opens an export. @throws UsageError where there is none, or one that is not complete; BAD_REQUEST where it is damaged */
export async function openImportFolder(folder: string): Promise<ImportFolder> {
  const found = await readManifest(folder)
  const service = await readService(folder)
  if (service.id !== found.serviceId)
    throw folderError({ path: 'service.json' }, `id: expected ${found.serviceId}, as in ${manifestFile}`)
  return {
    manifest: found,
    service,
    records: (kind, path) => recordsOf(folder, kind, path),
    async assertSource(path, { sizeBytes, sha256 }) {
      await using file = await openFile(folder, path)
      await assertSize(file, { path, sizeBytes })
      const found = createHash('sha256')
      for await (const piece of file.createReadStream({ autoClose: false })) found.update(piece)
      assertDigest(found.digest('hex'), { path, sha256 })
    },
    async readSource(path, { sizeBytes, sha256 }) {
      await using file = await openFile(folder, path)
      await assertSize(file, { path, sizeBytes })
      const source = await file.readFile()
      if (source.length !== sizeBytes) throw folderError({ path }, 'the file changed while it was read')
      assertDigest(hash('sha256', source), { path, sha256 })
      return source
    },
    async assertFolder(path) {
      const stats = await lstat(join(folder, path)).catch(() => null)
      if (!stats) throw folderError({ path }, 'the folder is missing')
      if (!stats.isDirectory()) throw folderError({ path }, 'expected a folder, and no link to one')
    },
  }
}

async function readManifest(folder: string): Promise<CompleteManifest> {
  const stats = await lstat(join(folder, manifestFile)).catch(() => null)
  if (!stats) throw new UsageError(`--from: ${folder} is no export: it has no file ${manifestFile}`)
  const json = await readJson(folder, manifestFile, manifestMaxBytes)
  const parsed = manifest.safeParse(json)
  const complete = completeManifest.safeParse(json)
  if (complete.success) return complete.data
  if (parsed.success)
    throw new UsageError(`--from: the export in ${folder} is not complete: go on with service export --resume first`)
  const isOtherFormat = typeof json === 'object' && json !== null && 'format' in json && json.format !== exportFormat
  const problem = isOtherFormat
    ? `format: expected ${exportFormat}: the export is of another version`
    : issueOf(complete.error)
  throw folderError({ path: manifestFile }, problem)
}

async function readService(folder: string): Promise<ServiceRecord> {
  const path = 'service.json'
  const parsed = serviceRecord.safeParse(await readJson(folder, path, lineMaxBytes))
  if (!parsed.success) throw folderError({ path }, issueOf(parsed.error))
  const { accentColor, theme, locale, plan, ...record } = parsed.data
  return { ...record, accentColor, theme, locale, plan }
}

async function readJson(folder: string, path: string, maxBytes: number): Promise<unknown> {
  await using file = await openFile(folder, path)
  const { size } = await file.stat()
  if (size > maxBytes) throw folderError({ path }, `the file has more than ${maxBytes} bytes`)
  return parseJson(await file.readFile('utf8'), () => folderError({ path }, 'the file is no JSON'))
}

function parseJson(text: string, error: () => Error): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own error quotes the text.
    throw error()
  }
}

async function* recordsOf<K extends LineKind>(
  folder: string,
  kind: K,
  path: string,
): AsyncGenerator<RecordLine<RecordOf<K>>, void, void> {
  await using file = await openFile(folder, path)
  const schema = recordSchemas[kind]
  const pieces = file.createReadStream({ autoClose: false })
  for await (const { number: line, text } of checkedLines(pieces, path)) {
    const value = parseJson(text, () => folderError({ path, line }, 'the line is no JSON'))
    const parsed = schema.safeParse(value)
    if (!parsed.success) throw folderError({ path, line }, issueOf(parsed.error))
    yield { record: parsed.data, line, chars: text.length }
  }
}

async function* checkedLines(pieces: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Line, void, void> {
  try {
    yield* linesOf(pieces, lineMaxBytes)
  } catch (error) {
    if (!(error instanceof LineError)) throw error
    throw folderError({ path, line: error.line }, error.message)
  }
}

/** Opens a file of the folder, never what a link points to, and without waiting for the other end of a pipe. */
async function openFile(folder: string, path: string): Promise<FileHandle> {
  const file = await open(join(folder, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw folderError({ path }, 'the file is missing')
      if (error.code === 'ELOOP') throw folderError({ path }, 'expected a file, and no link to one')
      throw folderError({ path }, `the file cannot be read (${error.code ?? 'unknown'})`)
    },
  )
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw folderError({ path }, 'expected a file')
}

function assertDigest(found: string, { path, sha256 }: { path: string; sha256: string }): void {
  if (found !== sha256) throw folderError({ path }, 'the mail is changed: it has another SHA-256 than its record says')
}

async function assertSize(file: FileHandle, { path, sizeBytes }: { path: string; sizeBytes: number }): Promise<void> {
  const { size } = await file.stat()
  if (size !== sizeBytes)
    throw folderError({ path }, `the mail is cut or changed: it has ${size} bytes, expected ${sizeBytes}`)
}
