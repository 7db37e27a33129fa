import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** The state of mongod's folder between starts: port, last known process number, newest version that opened the data. */
export type LocalState = z.infer<typeof localState>

const localState = z.object({
  port: z.int().min(1).max(65535),
  pid: z.int().positive().nullable(),
  version: z.string(),
})

/** The folder inside the server's data folder that belongs to mongod. */
export const localFolder = (dataDir: string) => join(dataDir, 'mongo')

/** The state file inside mongod's folder; it exists from the first start on. */
export const localStateFile = (folder: string) => join(folder, 'state.json')

/** Reads the folder's state; null where no mongod was ever started or the file is damaged. */
export async function readLocalState(folder: string): Promise<LocalState | null> {
  try {
    const parsed = localState.safeParse(JSON.parse(await readFile(localStateFile(folder), 'utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Replaces the folder's state in one step: after a crash it is the old or the new one. */
export async function writeLocalState(folder: string, state: LocalState): Promise<void> {
  const aside = `${localStateFile(folder)}.new`
  await writeFile(aside, `${JSON.stringify(state)}\n`, { mode: 0o600, flush: true })
  await rename(aside, localStateFile(folder))
}
