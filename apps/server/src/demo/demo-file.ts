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

/** What a newcomer needs for the first calls; its file holds secrets and is readable by its owner alone. */
export type Demo = z.infer<typeof demoFields>

/** The demo's file in a data folder. */
export const demoFileIn = (dataDir: string): string => join(dataDir, 'demo.json')

const lockIn = (dataDir: string) => join(dataDir, 'demo.lock')

/**
 * Makes the demo's file this process's to write, until it is let go or the process ends; null where another running server of this
 * data folder has it, whose ports it tells.
 */
export const holdDemoFile = (dataDir: string): Promise<HeldLock | null> => holdLock(lockIn(dataDir))

/** The demo as its file has it, or null where the file is gone or unreadable. */
export async function readDemo(file: string): Promise<Demo | null> {
  try {
    return demoFields.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return null
  }
}

/** The demo of a data folder, if the server that wrote its file runs: a file from before says where one was. */
export async function readRunningDemo(dataDir: string): Promise<Demo | null> {
  return (await isLockHeld(lockIn(dataDir))) ? await readDemo(demoFileIn(dataDir)) : null
}

/** Whole or not at all: a reader never sees half a file, nor does one that others may read exist for a moment. */
export async function writeDemo(file: string, demo: Demo): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  await rename(unfinished, file)
}
