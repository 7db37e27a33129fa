import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type DoctorFinding, findings } from './finding.ts'

const gibibyte = 1024 ** 3
const leastBytes = gibibyte
const warnedBytes = 5 * gibibyte

interface DiskSpace {
  freeBytes: number
  totalBytes: number
}

/** Judges the space that is left where the mail lies. */
export function diskFinding({ freeBytes, totalBytes }: DiskSpace, place: string): DoctorFinding {
  const { ok, warn, fail } = findings('disk')
  const message = `${(freeBytes / gibibyte).toFixed(1)} of ${(totalBytes / gibibyte).toFixed(0)} GiB free ${place}`
  const advice = 'Make room, or shorten retention: a full disk refuses all mail.'
  if (freeBytes < leastBytes) return fail(message, advice)
  return freeBytes < warnedBytes ? warn(message, advice) : ok(message)
}

/** The space on the disk of a folder, or of where it would be made. */
export async function spaceAt(folder: string): Promise<DiskSpace> {
  for (let place = resolve(folder); ; place = dirname(place)) {
    const found = await statfs(place).catch(() => null)
    if (found) return { freeBytes: found.bavail * found.bsize, totalBytes: found.blocks * found.bsize }
    if (place === dirname(place)) throw new Error(`the disk of ${folder} does not tell its size`)
  }
}
