import type { Deps } from '@inlet/core'
import { createDiskFloor, type DiskFloor, type DiskSpace } from '@inlet/ingest'
import type { Config, Log, Metrics, Stoppable } from '@inlet/runtime'
import { databaseSpace, spaceAt } from './disk-space.ts'

const checkEveryMs = 10_000
const mebibyte = 1024 * 1024

interface DiskNeeds {
  deps: Deps
  log: Log
  metrics: Metrics
  /** Replaces the measurement, for tests. */
  readSpace?: (() => Promise<DiskSpace | null>) | undefined
}

/** Checks the free space of the database's disk, at once and then every ten seconds: of its folder where it is local, else by asking the database. */
export async function watchDisk(config: Config, needs: DiskNeeds): Promise<DiskFloor & Stoppable> {
  const { deps, log, metrics } = needs
  const itself = () => (config.MONGODB_URI === undefined ? spaceAt(config.INLET_DATA_DIR) : databaseSpace(deps))
  const floor = createDiskFloor({
    floorBytes: config.SMTP_MIN_FREE_DISK_MB * mebibyte,
    readSpace: needs.readSpace ?? itself,
    log,
  })
  metrics.smtp.watchFreeDisk(() => floor.freeBytes() ?? Number.NaN)
  await floor.check()
  let isChecking = false
  const timer = setInterval(() => {
    if (isChecking) return
    isChecking = true
    void floor.check().finally(() => {
      isChecking = false
    })
  }, checkEveryMs).unref()
  return {
    ...floor,
    name: 'disk',
    // A running check is not awaited: it may wait for the database longer than a shutdown may take.
    async stop() {
      clearInterval(timer)
    },
  }
}
