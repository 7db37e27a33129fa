import type { Instruments } from './instruments.ts'

/** What a process asks of its database, and what it gets; times are in milliseconds. */
export interface DatabaseMetrics {
  /** A connection was opened for the pool. */
  opened(): void
  closed(reason: string): void
  /** An operation asks for a connection: exactly one of the next two follows. */
  asked(): void
  given(waitMs: number): void
  refused(reason: string): void
  /** The connection came back. */
  returned(): void
  /** All connections were given up, since one of them, or the primary, failed. */
  cleared(): void
  /** An operation failed for good; null where that was no fault of the database. */
  failed(kind: string | null): void
}

/** Makes the instruments of the database. */
export function databaseMetrics(make: Instruments): DatabaseMetrics {
  const pool = { open: 0, inUse: 0, waiting: 0 }
  const gauge = (name: string, help: string, read: () => number) => make.gauge({ name, help })(read)
  gauge('inlet_mongo_pool_connections', 'Connections to the database that are open.', () => pool.open)
  gauge('inlet_mongo_pool_in_use', 'Of those, the ones that an operation has.', () => pool.inUse)
  gauge('inlet_mongo_pool_waiting', 'Operations that wait for a connection.', () => pool.waiting)
  const closed = make.labelledCounter({
    name: 'inlet_mongo_connections_closed_total',
    help: 'Connections to the database that were closed.',
    label: 'reason',
    values: ['idle', 'stale', 'error', 'poolClosed'],
  })
  const waited = make.durations({
    name: 'inlet_mongo_checkout_seconds',
    help: 'Time for which an operation waited for its connection to the database.',
    buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
  })
  const refused = make.labelledCounter({
    name: 'inlet_mongo_checkout_failures_total',
    help: 'Operations that got no connection to the database.',
    label: 'reason',
    values: ['poolClosed', 'timeout', 'connectionError'],
  })

  const failed = make.labelledCounter({
    name: 'inlet_mongo_failures_total',
    help: 'Operations of mails and requests on the database that failed for good; the retries of the driver are not seen.',
    label: 'kind',
    values: ['unreachable', 'network', 'not_primary', 'timeout', 'write_concern', 'refused'],
  })

  return {
    opened() {
      pool.open += 1
    },
    closed(reason) {
      pool.open -= 1
      closed(reason)
    },
    asked() {
      pool.waiting += 1
    },
    given(waitMs) {
      pool.waiting -= 1
      pool.inUse += 1
      waited(waitMs)
    },
    refused(reason) {
      pool.waiting -= 1
      refused(reason)
    },
    returned() {
      pool.inUse -= 1
    },
    cleared: make.counter({
      name: 'inlet_mongo_pool_clears_total',
      help: 'Times that all connections to the database were given up because one of them, or the primary, failed.',
    }),
    failed(kind) {
      if (kind !== null) failed(kind)
    },
  }
}
