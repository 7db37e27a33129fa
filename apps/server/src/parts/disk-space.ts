import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Deps } from '@inlet/core'
import type { DiskSpace } from '@inlet/ingest'
import { z } from 'zod'

const storage = z.object({ fsTotalSize: z.number(), fsUsedSize: z.number() })
const readBudgetMs = 5_000

/** The space on the disk of a folder, or of where it would be made. */
export async function spaceAt(folder: string): Promise<DiskSpace> {
  for (let place = resolve(folder); ; place = dirname(place)) {
    const found = await statfs(place).catch(() => null)
    if (found) return { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize }
    if (place === dirname(place)) throw new Error(`the disk of ${folder} does not tell its size`)
  }
}

/** The space on the disk of the database's primary; null where it does not tell. @throws the driver's error, where its user may not ask */
export async function databaseSpace({ db }: Pick<Deps, 'db'>): Promise<DiskSpace | null> {
  const told = storage.safeParse(await db.command({ dbStats: 1, maxTimeMS: readBudgetMs }))
  // Of a database without any collection it says 0.
  if (!told.success || told.data.fsTotalSize === 0) return null
  const { fsTotalSize, fsUsedSize } = told.data
  return { freeBytes: fsTotalSize - fsUsedSize, totalBytes: fsTotalSize }
}
