import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { identifyProcess, isAlive } from '../process/process-identity.ts'

/**
 * The entry of one process in the user list of a folder; `leave` removes it and returns whether no living process is
 * left. Call both under the folder's lock.
 */
export type LocalUser = { leave(): Promise<{ isLast: boolean }> }

const identity = z.object({ pid: z.int().positive(), startTicks: z.string().nullable() })

/**
 * Enters this process in the user list of the folder's mongod. The server and the operator's commands share one mongod;
 * the last to leave ends it. Killed processes do not count.
 */
export async function enterLocalUsers(folder: string): Promise<LocalUser> {
  const list = join(folder, listName)
  await mkdir(list, { recursive: true, mode: 0o700 })
  const entry = join(list, `${process.pid}-${randomUUID()}`)
  await writeFile(entry, JSON.stringify(identifyProcess(process.pid)), { mode: 0o600 })
  return {
    leave: async () => {
      await rm(entry, { force: true })
      return { isLast: (await countAlive(list)) === 0 }
    },
  }
}

/** Whether a living process is in the user list of the folder's mongod. */
export async function hasLocalUsers(folder: string): Promise<boolean> {
  const list = join(folder, listName)
  return existsSync(list) && (await countAlive(list)) > 0
}

const listName = 'users'

async function countAlive(list: string): Promise<number> {
  let alive = 0
  for (const name of await readdir(list)) {
    const entry = join(list, name)
    if (await isEntryAlive(entry)) alive += 1
    else await rm(entry, { force: true })
  }
  return alive
}

async function isEntryAlive(entry: string): Promise<boolean> {
  try {
    const parsed = identity.safeParse(JSON.parse(await readFile(entry, 'utf8')))
    return parsed.success && isAlive(parsed.data)
  } catch {
    return false
  }
}
