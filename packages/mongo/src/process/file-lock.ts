import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { hasErrorCode, MongodError } from '../errors.ts'
import { identifyProcess, isAlive } from './process-identity.ts'

const holderRecord = z.object({ pid: z.int().positive(), startTicks: z.string().nullable(), nonce: z.string() })

const pollMs = 50

/**
 * Does `work` while no other process (or other caller in this one) holds the lock file `path`. A lock whose holder died
 * is taken over. @throws MongodError when the holder is alive and does not release the lock within `waitMs`
 */
export async function whileLocked<T>(path: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  const mine = JSON.stringify({ ...identifyProcess(process.pid), nonce: randomUUID() })
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const giveUpAt = performance.now() + waitMs
  while (!(await take(path, mine))) {
    if (performance.now() > giveUpAt) throw new MongodError(`Another process holds ${path} and does not release it.`)
    await wait(pollMs)
  }
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

/** A lock file that is held until it is released or this process ends. */
export interface HeldLock {
  release(): Promise<void>
}

/** Takes the lock file `path` and keeps it; null where another living process (or another caller in this one) has it. */
export async function holdLock(path: string): Promise<HeldLock | null> {
  const mine = JSON.stringify({ ...identifyProcess(process.pid), nonce: randomUUID() })
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  // The first try removes a lock whose holder died, the second takes it.
  const isTaken = (await take(path, mine)) || (await take(path, mine))
  return isTaken ? { release: () => rm(path, { force: true }) } : null
}

/** Whether a living process holds the lock file `path`. */
export async function isLockHeld(path: string): Promise<boolean> {
  const holder = holderRecord.safeParse(parseJson(await readFile(path, 'utf8').catch(() => '')))
  return holder.success && isAlive(holder.data)
}

async function take(path: string, mine: string): Promise<boolean> {
  // Written to another file and then linked: the lock file never exists without its holder's identity in it.
  const aside = `${path}.${randomUUID()}`
  await writeFile(aside, mine, { mode: 0o600 })
  try {
    await link(aside, path)
    return true
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error
    await removeIfAbandoned(path)
    return false
  } finally {
    await rm(aside, { force: true })
  }
}

async function removeIfAbandoned(path: string): Promise<void> {
  const seen = await readFile(path, 'utf8').catch(() => null)
  if (seen === null) return
  const holder = holderRecord.safeParse(parseJson(seen))
  if (holder.success && isAlive(holder.data)) return

  // Renamed before it is removed: of two processes that both saw the dead holder only one gets the file.
  const aside = `${path}.${randomUUID()}`
  const isMoved = await rename(path, aside).then(
    () => true,
    () => false,
  )
  if (!isMoved) return
  const moved = await readFile(aside, 'utf8')
  // Another process was faster, and the file that was renamed is already the lock of a living holder: put it back.
  if (moved !== seen) await link(aside, path).catch(() => {})
  await rm(aside, { force: true })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
