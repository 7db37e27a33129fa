import { Counter, Histogram, type Registry } from 'prom-client'
import { inSeconds, labelledCounter, readLabelledGauge } from './instruments.ts'

/** The connection pools: `ingest` for incoming mail, `jobs` for jobs and webhooks, `api` for all else. */
const pools = ['api', 'ingest', 'jobs'] as const

/** The events of one connection pool; times are in milliseconds. */
interface PoolMetrics {
  /** A connection was opened for the pool. */
  opened(): void
  closed(reason: string): void
  /** An operation asks for a connection; `given` or `refused` follows. */
  asked(): void
  given(waitMs: number): void
  refused(reason: string): void
  /** The connection came back. */
  returned(): void
  /** The pool was cleared: one of its connections, or the primary, failed. */
  cleared(): void
}

/** The metrics of the database as the process uses it. */
export interface DatabaseMetrics {
  pool(name: (typeof pools)[number]): PoolMetrics
  /** An operation failed for good; null: it was no error of the database. */
  failed(kind: string | null): void
}

/** Makes the metrics of the database. */
export function databaseMetrics(registers: Registry[]): DatabaseMetrics {
  const none = { open: 0, inUse: 0, waiting: 0 }
  const counts = { api: { ...none }, ingest: { ...none }, jobs: { ...none } }
  const gauge = (name: string, help: string, count: keyof (typeof counts)['api']) =>
    readLabelledGauge({ registers, name, help, label: 'pool', values: pools })(() => ({
      api: counts.api[count],
      ingest: counts.ingest[count],
      jobs: counts.jobs[count],
    }))
  gauge('inlet_mongo_pool_connections', 'Connections to the database that are open.', 'open')
  gauge('inlet_mongo_pool_in_use', 'Of those, the ones that an operation has.', 'inUse')
  gauge('inlet_mongo_pool_waiting', 'Operations that wait for a connection.', 'waiting')
  const closed = labelledCounter({
    registers,
    name: 'inlet_mongo_connections_closed_total',
    help: 'Connections to the database that were closed.',
    label: 'reason',
    values: ['idle', 'stale', 'error', 'poolClosed'],
  })
  const waited = new Histogram({
    registers,
    name: 'inlet_mongo_checkout_seconds',
    help: 'Time for which an operation waited for its connection to the database.',
    labelNames: ['pool'],
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
  })
  for (const pool of pools) waited.zero({ pool })
  const refused = labelledCounter({
    registers,
    name: 'inlet_mongo_checkout_failures_total',
    help: 'Operations that got no connection to the database.',
    label: 'reason',
    values: ['poolClosed', 'timeout', 'connectionError'],
  })

  const failed = labelledCounter({
    registers,
    name: 'inlet_mongo_failures_total',
    help: 'Operations of mails and requests on the database that failed for good; the retries of the driver are not seen.',
    label: 'kind',
    values: ['unreachable', 'network', 'not_primary', 'timeout', 'write_concern', 'refused'],
  })

  const cleared = new Counter({
    registers,
    name: 'inlet_mongo_pool_clears_total',
    help: 'Times that all connections of a pool were given up because one of them, or the primary, failed.',
  })

  return {
    pool: (name) => {
      const count = counts[name]
      return {
        opened() {
          count.open += 1
        },
        closed(reason) {
          count.open -= 1
          closed(reason)
        },
        asked() {
          count.waiting += 1
        },
        given(waitMs) {
          count.waiting -= 1
          count.inUse += 1
          waited.observe({ pool: name }, inSeconds(waitMs))
        },
        refused(reason) {
          count.waiting -= 1
          refused(reason)
        },
        returned() {
          count.inUse -= 1
        },
        cleared: () => cleared.inc(),
      }
    },
    failed(kind) {
      if (kind !== null) failed(kind)
    },
  }
}
