import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type MongodVersion, parseMongodVersion } from '../binary/mongod-version.ts'

/**
 * What a data folder remembers between starts: its mongod's port, its last known process number, and the newest version
 * that opened the data.
 */
export type LocalState = z.infer<typeof localState>

const localState = z.object({
  port: z.int().min(1).max(65535),
  pid: z.int().positive().nullable(),
  version: z.string(),
})

/** The folder inside the server's data folder that belongs to mongod. */
export const localFolder = (dataDir: string) => join(dataDir, 'mongo')

/** The file inside mongod's folder that says what it remembers; it is there from the first start on. */
export const localStateFile = (folder: string) => join(folder, 'state.json')

/** What the folder remembers; null where nothing was ever started, or the file was damaged. */
export async function readLocalState(folder: string): Promise<LocalState | null> {
  try {
    const parsed = localState.safeParse(JSON.parse(await readFile(localStateFile(folder), 'utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Replaces what the folder remembers, in one step: a crash leaves the old or the new, never half. */
export async function writeLocalState(folder: string, state: LocalState): Promise<void> {
  const aside = `${localStateFile(folder)}.new`
  await writeFile(aside, `${JSON.stringify(state)}\n`, { mode: 0o600, flush: true })
  await rename(aside, localStateFile(folder))
}

/**
 * Whether a mongod of this version opens data that the recorded one wrote: the same major version, and never an older
 * series of it.
 */
export function opensDataOf(recorded: string, version: MongodVersion): boolean {
  const writer = parseMongodVersion(recorded)
  return writer === null || (writer.major === version.major && writer.minor <= version.minor)
}
