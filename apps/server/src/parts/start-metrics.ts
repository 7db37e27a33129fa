import { databaseAnswers } from '@inlet/api'
import type { Deps } from '@inlet/core'
import { type Config, type Log, type Metrics, openMetricsServer, projectVersion, type Stoppable } from '@inlet/runtime'
import { listening } from '../start/listen-error.ts'

interface MetricsNeeds {
  metrics: Metrics
  db: Deps['db']
  log: Log
  isReady: () => boolean
}

/** Serves `/metrics` on a port of its own and measures the process. Null where `METRICS_PORT` is not set. */
export async function startMetrics(
  config: Config,
  { metrics, db, log, isReady }: MetricsNeeds,
): Promise<(Stoppable & { port: number }) | null> {
  const { METRICS_HOST: host, METRICS_PORT: port } = config
  if (port === undefined) return null

  metrics.process.describe({ version: projectVersion, role: config.INLET_ROLE })
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
