import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type HeldLock, holdLock, isLockHeld } from '@inlet/mongo'
import { z } from 'zod'
import { demoLogin } from './demo-user.ts'

const demoFields = z.object({
  baseUrl: z.string(),
  smtp: z.object({ host: z.string(), port: z.number() }),
  service: z.object({ id: z.string() }),
  domain: z.object({ id: z.string(), hostname: z.string() }),
  apiKeys: z.object({ read: z.string(), write: z.string(), admin: z.string(), test: z.string() }),
  ...demoLogin.shape,
})

/** The content of demo.json: all that the first calls need. It has secrets, so only its owner may read the file. */
export type Demo = z.infer<typeof demoFields>

/** The path of the demo file in a data folder. */
export const demoFileIn = (dataDir: string): string => join(dataDir, 'demo.json')

const lockIn = (dataDir: string) => join(dataDir, 'demo.lock')

/**
 * Locks the demo file for this process until the lock is released or the process ends. Null where another running server with this
 * data folder has the lock: the file has the ports of that server.
 */
export const holdDemoFile = (dataDir: string): Promise<HeldLock | null> => holdLock(lockIn(dataDir))

/** Reads a demo file; null where it is missing or unreadable. */
export async function readDemo(file: string): Promise<Demo | null> {
  try {
    return demoFields.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return null
  }
}

/** Reads the demo file of a data folder, if the server that wrote it is running. An older file has the ports of a server that has ended. */
export async function readRunningDemo(dataDir: string): Promise<Demo | null> {
  return (await isLockHeld(lockIn(dataDir))) ? await readDemo(demoFileIn(dataDir)) : null
}

/** Writes the demo file atomically, readable only by its owner from the first moment. */
export async function writeDemo(file: string, demo: Demo): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  await rename(unfinished, file)
}
