import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Deps } from '@inlet/core'
import type { DiskSpace } from '@inlet/ingest'
import { z } from 'zod'

const storage = z.object({ fsTotalSize: z.number(), fsUsedSize: z.number() })
const readBudgetMs = 5_000

/** The space on the disk of a folder; where it does not exist yet, of the nearest folder above it. */
export async function spaceAt(folder: string): Promise<DiskSpace> {
  for (let place = resolve(folder); ; place = dirname(place)) {
    const found = await statfs(place).catch(() => null)
    if (found) return { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize }
    if (place === dirname(place)) throw new Error(`the size of the disk of ${folder} is unknown`)
  }
}

/** The space on the disk of the database's primary, or null where it is unknown. @throws the driver's error, where the user has no right to ask */
export async function databaseSpace({ db }: Pick<Deps, 'db'>): Promise<DiskSpace | null> {
  const stats = storage.safeParse(await db.command({ dbStats: 1, maxTimeMS: readBudgetMs }))
  // The size is 0 for a database without collections.
  if (!stats.success || stats.data.fsTotalSize === 0) return null
  const { fsTotalSize, fsUsedSize } = stats.data
  return { freeBytes: fsTotalSize - fsUsedSize, totalBytes: fsTotalSize }
}
