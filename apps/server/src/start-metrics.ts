import { readFile } from 'node:fs/promises'
import { databaseAnswers } from '@inlet/api'
import type { Deps } from '@inlet/core'
import { type Config, type Log, type Metrics, openMetricsServer, type Stoppable } from '@inlet/runtime'
import { z } from 'zod'
import { listening } from './listen-fault.ts'

interface MetricsNeeds {
  metrics: Metrics
  db: Deps['db']
  log: Log
  isReady: () => boolean
}

const manifest = z.object({ version: z.string() })

/** Serves `/metrics` on its own port, and watches the process for it; null where `METRICS_PORT` is not set. */
export async function startMetrics(
  config: Config,
  { metrics, db, log, isReady }: MetricsNeeds,
): Promise<(Stoppable & { port: number }) | null> {
  const { METRICS_HOST: host, METRICS_PORT: port } = config
  if (port === undefined) return null

  const { version } = manifest.parse(JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')))
  metrics.process.describe({ version, role: config.INLET_ROLE })
  metrics.process.watchReadiness(async () => isReady() && (await databaseAnswers(db)))
  const server = await listening({ server: 'METRICS', host, port }, () =>
    openMetricsServer({ host, port, metrics, log }),
  )
  const endWatch = metrics.process.watch()
  return {
    ...server,
    async stop() {
      endWatch()
      await server.stop()
    },
  }
}
