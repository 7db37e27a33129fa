import type { DiskSpace } from '@inlet/ingest'
import { type DoctorFinding, findings } from './finding.ts'

const gibibyte = 1024 ** 3
const leastBytes = gibibyte
const warnedBytes = 5 * gibibyte

/** Checks the free space for mail. Below `floorBytes` the server takes no mail. */
export function diskFinding(
  { freeBytes, totalBytes }: DiskSpace,
  { place, floorBytes }: { place: string; floorBytes: number },
): DoctorFinding {
  const { ok, warn, fail } = findings('disk')
  const message = `${(freeBytes / gibibyte).toFixed(1)} of ${(totalBytes / gibibyte).toFixed(0)} GiB free ${place}`
  const advice = 'With a full disk all mail is refused: see "When the disk is full" in docs/OPERATING.md.'
  if (freeBytes < floorBytes) return fail(`${message}, no mail is taken`, 'Free space: see SMTP_MIN_FREE_DISK_MB.')
  if (freeBytes < leastBytes) return fail(message, advice)
  return freeBytes < warnedBytes ? warn(message, advice) : ok(message)
}
